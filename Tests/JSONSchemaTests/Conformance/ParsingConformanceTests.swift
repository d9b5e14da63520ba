import Foundation
import JSONSchema
import Testing

@Suite struct ParsingConformanceTests {
    @Test func passesTheParsingSuite() throws {
        guard let files = try Suites.files(in: "json-parsing") else { return }
        try #require(!files.isEmpty)
        var failed: [String] = []
        var counts = ["y": 0, "n": 0, "i": 0]
        for (name, data) in files {
            let kind = String(name.prefix(1))
            counts[kind, default: 0] += 1
            let json = try? JSON(parsing: data)
            if kind == "y" && json == nil || kind == "n" && json != nil { failed.append(name) }
            // A parsed value must survive writing and parsing.
            if let json, try JSON(parsing: json.bytes()) != json { failed.append("\(name) read back") }
        }
        print(
            "conformance: json-parsing: \(files.count - failed.count) passed, \(failed.count) failed "
                + "(must parse \(counts["y"] ?? 0), must not \(counts["n"] ?? 0), either \(counts["i"] ?? 0))")
        #expect(failed == [])
    }
}
