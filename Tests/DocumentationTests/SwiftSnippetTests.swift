// Imported so that it is built for the snippets.
import ContractServing
import ContractTesting
import Foundation
import TestSupport
import Testing

/// The Swift snippets of each document, compiled against the public API as one module.
///
/// Each snippet is a file. A note above it makes an exception: `swift: in a function` (statements), `swift: a
/// manifest`, `swift: with a suite` (it uses a `suite` that is defined elsewhere). AdoptionSectionTests covers the
/// snippets of the adoption section.
struct SwiftSnippetTests {
    private static let documents = Snippet.documents.filter { !snippets(of: $0).isEmpty }

    private static func snippets(of document: String) -> [Snippet] {
        Snippet.all("swift").filter { $0.document == document && $0.file == nil }
    }

    @Test func showsTheTestedClient() throws {
        let file = Repository.root.appendingPathComponent("Tests/ContractTestingTests/StockClient.swift")
        let tested = try String(contentsOf: file, encoding: .utf8)
        let shown = Self.snippets(of: "Sources/ContractTesting/ContractTesting.docc/AdoptingInAnApp.md").map(\.text)
            .filter { $0.contains("struct Almanac") }
        #expect(shown.map { $0.trimmingCharacters(in: .newlines) } == [tested.trimmingCharacters(in: .newlines)])
    }

    @Test func findsSnippets() { #expect(Snippet.all("swift").count >= 10) }

    @Test(.timeLimit(.minutes(5)), arguments: documents)
    func compiles(document: String) async throws {
        let folder = try TemporaryFolder()
        var files: [String] = []
        for snippet in Self.snippets(of: document) {
            let name = "line\(snippet.line)"
            // The other snippets form the module that a test imports.
            var text = snippet.text.replacingOccurrences(of: "@testable import BookshopContracts\n", with: "\n")
            switch snippet.note {
            case nil: break
            case "swift: in a function": text = Self.inFunction(text, name, document)
            case "swift: with a suite":
                try folder.write(Self.suite, to: "suite.swift")
                files.append("suite.swift")
            case "swift: a manifest":
                try folder.write(text, to: "Package.swift")
                #expect(try await manifest(in: folder.url) == "", "\(snippet.testDescription)")
                continue
            case let note?: Issue.record("\(snippet.testDescription): unknown note '\(note)'")
            }
            // Makes compiler messages refer to lines of the document.
            let place = "#sourceLocation(file: \"\(document)\", line: \(snippet.line + 1))\n"
            let isWrapped = snippet.note == "swift: in a function"
            try folder.write(isWrapped ? text : place + text, to: "\(name).swift")
            files.append("\(name).swift")
        }
        if files.isEmpty { return }
        let messages = try await compile(files, in: folder.url)
        #expect(messages == "", "\(document)")
    }

    private static let suite = """
        import ContractTesting
        import Foundation

        let suite = ContractSuite(
            contracts: URL(fileURLWithPath: "Contracts"), recordings: URL(fileURLWithPath: "Recordings")
        ) { Service("elements") {} }
        """

    /// Returns statements wrapped in a function, with the document's imports.
    private static func inFunction(_ text: String, _ name: String, _ document: String) -> String {
        """
        import Bookshop
        import ContractTesting
        import Foundation
        #if canImport(FoundationNetworking)
            import FoundationNetworking
        #endif

        func \(name)() async throws {
        #sourceLocation(file: "\(document)", line: \(name.dropFirst(4)))

        \(text)
        #sourceLocation()
        }
        """
    }

    /// The folder with the bookshop module that the documents' snippets use, built once.
    private static let bookshop = Task {
        let folder = try TemporaryFolder()
        let sources = Repository.files(below: "Tests/Adoption/Sources/Bookshop", ".swift").map {
            "'\(Repository.root.appendingPathComponent($0).path)'"
        }
        let output = try await Shell.run(
            "swiftc -emit-module -module-name Bookshop -o Bookshop.swiftmodule \(sources.joined(separator: " "))",
            in: folder.url)
        try #require(output.code == 0, "\(output.text)")
        return folder
    }

    private func compile(_ files: [String], in folder: URL) async throws -> String {
        let modules = Repository.products.appendingPathComponent("Modules").path
        let bookshop = try await Self.bookshop.value.url.path
        let output = try await Shell.run(
            """
            set -e
            plugins=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/host/plugins
            [ ! -d "$plugins/testing" ] || testing="-plugin-path $plugins/testing"
            swiftc -typecheck -parse-as-library -swift-version 6 -module-name Snippets -I '\(bookshop)' -I '\(modules)' -I '\(Repository.texts)' $testing \\
                \(files.joined(separator: " "))
            """, in: folder, environment: ["testing": ""])
        return output.code == 0 ? "" : output.text
    }

    private func manifest(in folder: URL) async throws -> String {
        let output = try await Shell.run("swift package dump-package > /dev/null", in: folder)
        return output.code == 0 ? "" : output.text
    }
}
