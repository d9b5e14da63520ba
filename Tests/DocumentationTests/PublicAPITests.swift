import Foundation
import JSONSchema
import TestSupport
import Testing

struct PublicAPITests {
    @Test(
        .enabled(if: Shell.has("swift-symbolgraph-extract")),
        arguments: [
            ("JSONSchema", "JSONValues"), ("HTTPRecording", "none"),
            ("ContractTesting", "ContractChecking,ContractFormat"),
            ("ContractServing", "none"), ("ContractCommand", "none"),
        ])
    func documentsEveryDeclaration(module: String, exported: String) async throws {
        let folder = try TemporaryFolder()
        let modules = Repository.products.appendingPathComponent("Modules").path
        let output = try await Shell.run(
            """
            set -e
            target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\\(.*\\)",$/\\1/p' | head -1)
            swift-symbolgraph-extract -module-name \(module) -I '\(modules)' -I '\(Repository.texts)' -target "$target" -output-dir . \\
                -minimum-access-level public -skip-synthesized-members \\
                -experimental-allowed-reexported-modules=\(exported)
            """, in: folder.url)
        try #require(output.code == 0, "\(output.text)")
        let graph = try JSON(
            parsing: try Data(contentsOf: folder.url.appendingPathComponent("\(module).symbols.json")))
        let symbols = try #require(graph["symbols"]?.arrayValue)
        #expect(!symbols.isEmpty)
        let bare = symbols.filter { $0["docComment"] == nil }.map { symbol in
            (symbol["pathComponents"]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ".")
        }
        #expect(bare == [])
    }
}
