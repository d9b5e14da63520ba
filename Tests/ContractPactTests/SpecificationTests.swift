import ContractPact
import Foundation
import JSONSchema
import Testing

/// The published cases and documents of Pact's specification.
@Suite("Pact's specification")
struct SpecificationTests {
    private static let suites = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../shared/suites").standardizedFileURL

    /// Returns the JSON files of a suite. If the suite is missing, prints a note and returns an empty array.
    private static func files(of suite: String) -> [URL] {
        let folder = suites.appendingPathComponent(suite)
        guard let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
        let files = all.compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }
        if files.isEmpty { print("not run: there is no \(folder.path)") }
        return files.sorted { $0.path < $1.path }
    }

    private static func source(_ file: URL) throws -> SourceFile {
        SourceFile(path: file.path, bytes: Array(try Data(contentsOf: file)))
    }

    @Test("Every case of the specification has its stated outcome")
    func cases() throws {
        for file in Self.files(of: "pact-cases") {
            let disagreement = try PactCase(try Self.source(file)).disagreement
            #expect(disagreement == nil, "\(file.path)")
        }
    }

    /// Cases whose query is not a list of `name=value`, which URLs and the specification's cases permit.
    private static let tolerated = [
        "invalid-interaction-request-query-1-double-ampersand", "invalid-interaction-request-query-1-double-equals",
        "invalid-interaction-request-query-2-double-ampersand", "invalid-interaction-request-query-2-double-equals",
        "invalid-interaction-request-query-2-missing-ampersand", "invalid-interaction-request-query-not-formated",
    ]

    @Test("Valid public documents of each version are read, and invalid ones are rejected")
    func documents() throws {
        let versions: [(folder: String, version: PactDocument.Version)] = [
            ("v1", .v1), ("v2", .v2), ("v3", .v3), ("v4", .v4),
        ]
        for (folder, version) in versions {
            for file in Self.files(of: "pact-documents/\(folder)") {
                let name = file.deletingPathExtension().lastPathComponent
                let isSound = file.path.contains("/pass/") || Self.tolerated.contains(name)
                let source = try Self.source(file)
                var fault: SourceFault?
                do throws(SourceFault) { _ = try PactDocument(source, version: version) } catch { fault = error }
                #expect((fault == nil) == isSound, "\(file.path): \(fault?.description ?? "accepted")")
            }
        }
    }
}
