import Foundation
import JSONSchema
import Testing
import YAMLValues

@Suite struct YAMLConformanceTests {
    /// Cases with a JSON value that the suite omits: a tag alone is an empty string.
    private static let alsoRepresentable: Set<String> = ["UKK6/02"]

    @Test func passesTheYAMLSuite() throws {
        guard let cases = try Suites.folders(in: "yaml", holding: "in.yaml") else { return }
        try #require(!cases.isEmpty)
        var failed: [String] = []
        var counts = (read: 0, refused: 0, notRepresentable: 0)
        for (name, folder) in cases {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "in.yaml")))
            let outcome = Result { () throws(JSONSyntaxError) in try JSON.documents(yaml: bytes) }
            let expected = folder.appending(path: "in.json")
            switch outcome {
            case _ where FileManager.default.fileExists(atPath: folder.appending(path: "error").path):
                counts.refused += 1
                if case .success(let documents) = outcome {
                    failed.append("\(name): must be refused, read \(documents)")
                }
            case .success(let documents) where FileManager.default.fileExists(atPath: expected.path):
                counts.read += 1
                let wanted = try Self.texts(in: Data(contentsOf: expected)).map { try JSON(parsing: $0) }
                if documents != wanted { failed.append("\(name): expected \(wanted), read \(documents)") }
            case .success(let documents):
                // JSON cannot represent the value: a key is a mapping or null.
                counts.notRepresentable += 1
                if !Self.alsoRepresentable.contains(name) {
                    failed.append("\(name): JSON cannot say it, read \(documents)")
                }
            case .failure(let error) where FileManager.default.fileExists(atPath: expected.path):
                failed.append("\(name): \(error)")
            case .failure(let error):
                counts.notRepresentable += 1
                if !error.message.contains("key") { failed.append("\(name): \(error)") }
            }
        }
        print(
            "conformance: yaml: \(cases.count - failed.count) passed, \(failed.count) failed (read \(counts.read), "
                + "refused \(counts.refused), not to be said in JSON \(counts.notRepresentable))")
        #expect(failed == [])
    }

    /// Splits a file into its concatenated JSON texts.
    private static func texts(in data: Data) -> [[UInt8]] {
        var texts: [[UInt8]] = []
        var text: [UInt8] = []
        var depth = 0
        var isString = false
        var isEscaped = false
        for byte in data {
            if depth == 0, !isString, byte <= 0x20 {
                if !text.isEmpty { texts.append(text) }
                text = []
                continue
            }
            text.append(byte)
            if isString {
                isString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else {
                isString = byte == UInt8(ascii: "\"")
                if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
            }
        }
        return text.isEmpty ? texts : texts + [text]
    }
}
