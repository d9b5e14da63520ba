import CommandTestSupport
import ContractFormat
import Foundation
import JSONSchema
import NotesFixture
import Testing

@testable import ContractCommand

/// A folder with the notes contract and an OpenAPI document.
private final class AgainstFolder {
    let folder: NotesFolder
    private(set) var out = ""
    private(set) var err = ""

    init(_ document: String) throws {
        folder = try NotesFolder()
        try folder.write(document, to: "openapi.json")
    }

    func run(_ words: String...) async -> ExitCode {
        await run(words: ["--contracts", folder.url.appendingPathComponent("Contracts").path] + words)
    }

    func run(words: [String]) async -> ExitCode {
        let output = await CommandOutput.of(["against"] + words, over: folder.suite())
        (out, err) = (output.out, output.err)
        return output.code
    }

    var path: String { folder.url.appendingPathComponent("openapi.json").path }
}

struct AgainstCommandTests {
    private let empty = #"{"openapi": "3.0.0", "info": {}, "paths": {}}"#

    @Test func reportsFindingsWithBothLocations() async throws {
        let folder = try AgainstFolder(empty)
        #expect(await folder.run(folder.path) == .findings)
        #expect(folder.out.contains("not covered   notes/contract/find"))
        #expect(folder.out.contains("[against.missing-endpoint]"))
        #expect(folder.out.contains("openapi.json:1:"))
        #expect(folder.out.contains("repeat     contracts against"))
    }

    @Test func writesTheJSONReport() async throws {
        let folder = try AgainstFolder(empty)
        #expect(await folder.run(folder.path, "--report", "json=-") == .findings)
        let report = try JSON(parsing: folder.out)
        #expect(report["schema"] == 1)
        #expect(report["checks"]?[0]?["id"] == "notes/contract/find")
        #expect(report["checks"]?[0]?["findings"]?[0]?["rule"] == "against.missing-endpoint")
    }

    @Test(arguments: [
        ([String](), "takes one OpenAPI document"), (["a.json", "b.json", "c.json"], "takes one OpenAPI document"),
        (["DOC", "b.json"], "b.json: error: cannot read it"),
        (["none.json"], "cannot read it: it does not exist"), (["DOC", "--service", "note"], "did you mean 'notes'?"),
        (["DOC", "--only", "notes/contract/fin"], "did you mean 'notes/contract/find'?"),
        (["DOC", "--fail-on", "warn"], "valid: error, warning"),
        (["DOC", "--reprot", "a"], "did you mean '--report'?"),
    ])
    func reportsInvalidArguments(words: [String], message: String) async throws {
        let folder = try AgainstFolder(empty)
        let code = await folder.run(words: words.map { $0 == "DOC" ? folder.path : $0 })
        #expect(code == .usage)
        #expect(folder.err.contains(message), "\(folder.err)")
    }

    @Test(arguments: [
        ("openapi: @\n", "openapi.json:1:10: error: not YAML: expected a value"),
        (#"{"swagger": "1.2"}"#, "expected Swagger 2.0"),
        ("{", "openapi.json:1:2: error: not JSON"), ("[]", "expected an OpenAPI document"),
    ])
    func reportsInvalidDocuments(text: String, message: String) async throws {
        let folder = try AgainstFolder(text)
        #expect(await folder.run(folder.path) == .usage)
        #expect(folder.err.contains(message), "\(folder.err)")
    }

    @Test func reportsUnreadablePartsAndComparesTheRest() async throws {
        let folder = try AgainstFolder(
            ##"{"openapi": "3.0.0", "info": {}, "paths": {"/notes": {"get": {"responses": {"200": {"$ref": "#/none"}}}}}}"##
        )
        #expect(await folder.run(folder.path) == .findings)
        #expect(
            folder.err.contains("openapi.json:1:93: warning: the reference '#/none' cannot be resolved; it is left out")
        )
    }
}
