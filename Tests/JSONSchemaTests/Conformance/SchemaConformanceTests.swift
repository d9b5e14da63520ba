import Foundation
import JSONSchema
import Testing

@Suite struct SchemaConformanceTests {
    /// The base address of the suite's remote documents.
    private static let remoteOrigin = "http://localhost:1234/"

    private struct NoDocument: Error {}

    private static func load(_ url: URL) throws -> JSON {
        guard url.absoluteString.hasPrefix(remoteOrigin) else { throw NoDocument() }
        let path = "json-schema/remotes/" + url.absoluteString.dropFirst(remoteOrigin.count)
        return try JSON(parsing: Data(contentsOf: Suites.folder.appending(path: path)))
    }

    @Test(arguments: [
        ("draft2020-12", FormatMode.annotate), ("draft2020-12/optional", .annotate),
        ("draft2020-12/optional/format", .assert),
    ])
    func passesTheSchemaSuite(part: String, formats: FormatMode) throws {
        guard let files = try Suites.files(in: "json-schema/" + part) else { return }
        try #require(!files.isEmpty)
        var passed = 0
        var failed: [String] = []
        for (name, data) in files {
            let groups = try #require(try JSON(parsing: data).arrayValue)
            for group in groups {
                let title = "\(name): \(group["description"]?.stringValue ?? "")"
                let tests = try #require(group["tests"]?.arrayValue)
                do {
                    let schema = try Schema(group["schema"] ?? .null, formats: formats, load: Self.load)
                    for test in tests {
                        let instance = try #require(test["data"])
                        let accepts = schema.accepts(instance)
                        let violations = schema.explain(instance)
                        if accepts == test["valid"]?.boolValue, violations.isEmpty == accepts {
                            passed += 1
                        } else {
                            failed.append(
                                "\(title): \(test["description"]?.stringValue ?? ""): accepts \(accepts), \(violations)"
                            )
                        }
                    }
                } catch {
                    failed += Array(repeating: "\(title): \(error)", count: tests.count)
                }
            }
        }
        print("conformance: \(part): \(passed) passed, \(failed.count) failed")
        #expect(failed == [])
    }
}
