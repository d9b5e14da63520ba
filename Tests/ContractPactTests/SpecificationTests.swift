import ContractPact
import Foundation
import JSONSchema
import Testing

/// The public cases of Pact's specification, and its public documents.
@Suite("Pact's specification")
struct SpecificationTests {
    private static let suites = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../shared/suites").standardizedFileURL

    /// The JSON files of a suite; none, and a line that says so, where it is not there.
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

    @Test("Every case of the specification comes out as it says")
    func cases() throws {
        for file in Self.files(of: "pact-cases") {
            let disagreement = try PactCase(try Self.source(file)).disagreement
            #expect(disagreement == nil, "\(file.path)")
        }
    }

    /// A query that is no list of `name=value` is a URL's right; cases of the specification have such queries, too.
    private static let tolerated = [
        "invalid-interaction-request-query-1-double-ampersand", "invalid-interaction-request-query-1-double-equals",
        "invalid-interaction-request-query-2-double-ampersand", "invalid-interaction-request-query-2-double-equals",
        "invalid-interaction-request-query-2-missing-ampersand", "invalid-interaction-request-query-not-formated",
    ]

    @Test("Public documents are read where they are of their version, and refused where they are not")
    func documents() throws {
        let versions: [(folder: String, version: PactDocument.Version)] = [
            ("v1", .v1), ("v2", .v2), ("v3", .v3), ("v4", .v4),
        ]
        for (folder, version) in versions {
            for file in Self.files(of: "pact-documents/\(folder)") {
                let name = file.deletingPathExtension().lastPathComponent
                let isSound = file.path.contains("/pass/") || Self.tolerated.contains(name)
                let source = try Self.source(file)
                var fault: PactFault?
                do throws(PactFault) { _ = try PactDocument(source, version: version) } catch { fault = error }
                #expect((fault == nil) == isSound, "\(file.path): \(fault?.description ?? "accepted")")
            }
        }
    }
}
