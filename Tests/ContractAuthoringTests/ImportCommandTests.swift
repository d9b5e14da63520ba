import Foundation
import Testing

@testable import ContractAuthoring

/// The arguments of `contracts import`, and repeated imports of a document.
@Suite struct ImportCommandTests {
    private static func document(id: String, limit: Int) -> String {
        ##"""
        {"openapi": "3.0.3", "info": {"title": "Notes", "version": "1"}, "servers": [{"url": "https://api.notes.example"}],
         "paths": {"/a": {"get": {"operationId": "a", "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": \##(limit)}}],
             "responses": {"200": {"description": "all", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}}}},
           "/b": {"get": {"operationId": "b", "responses": {"204": {"description": "none"}}}},
           "/c": {"get": {"operationId": "c", "responses": {"204": {"description": "none"}}}}},
         "components": {"schemas": {"Note": {"type": "object", "properties": {"id": {"type": "\##(id)"}}}}}}
        """##
    }

    /// Without the record of the last import, manual changes cannot be recognized, so every difference is reported.
    @Test func reportsDifferencesFromAChangedDocument() async throws {
        let run = try CommandLineRun()
        let file = run.folder.path("notes.json")
        try Data(Self.document(id: "string", limit: 10).utf8).write(to: URL(fileURLWithPath: file))
        #expect(await run.run(["import", file]).code == .success)
        let before = run.text("Contracts/notes/contract.json")
        #expect(await run.run(["import", file]).out.contains("differs from the document") == false)
        try FileManager.default.removeItem(atPath: run.folder.path("Contracts/notes/.imported.json"))
        try Data(Self.document(id: "integer", limit: 20).utf8).write(to: URL(fileURLWithPath: file))
        let outcome = await run.run(["import", file])
        #expect(outcome.code == .success)
        for expected in [
            "model Note: it already exists and differs from the document at '/properties/id/type'",
            "endpoint a: it already exists and differs from the document at '/arguments/limit/maximum'",
        ] {
            #expect(outcome.out.contains(expected), "\(outcome.out)")
        }
        #expect(run.text("Contracts/notes/contract.json") == before)
    }

    @Test func updatesUneditedPartsFromANewerDocument() async throws {
        let run = try CommandLineRun()
        let file = run.folder.path("notes.json")
        try Data(Self.document(id: "string", limit: 10).utf8).write(to: URL(fileURLWithPath: file))
        #expect(await run.run(["import", file]).code == .success)
        try Data(Self.document(id: "integer", limit: 20).utf8).write(to: URL(fileURLWithPath: file))
        let outcome = await run.run(["import", file])
        #expect(outcome.code == .success)
        for expected in [
            "The document changed since it was imported:",
            "  '/id' of model 'Note' has a different type now, used by a: breaking for both [compare.type-changed]",
            "changed: /models/Note/schema/properties/id/type", "changed: /endpoints/a/arguments/limit/maximum",
        ] {
            #expect(outcome.out.contains(expected), "\(outcome.out)")
        }
        let again = await run.run(["import", file])
        #expect(again.out.contains("already contains everything and was left unchanged"), "\(again.out)")
    }

    @Test func acceptsSeveralOperationsAfterOneOnlyOption() async throws {
        let run = try CommandLineRun()
        let file = run.folder.path("notes.json")
        try Data(Self.document(id: "string", limit: 10).utf8).write(to: URL(fileURLWithPath: file))
        let output = await run.run(["import", file, "--only", "a", "c"])
        #expect(output.out.hasPrefix("added: model Note\nadded: endpoint a\nadded: endpoint c\nwrote "), "\(output)")
    }

    /// A shell passes a pipe for `<(…)`. A named pipe in a folder may never end and is rejected.
    @Test func readsAPipeToItsEnd() async throws {
        let run = try CommandLineRun()
        let pipe = Pipe()
        let text = Self.document(id: "string", limit: 10)
        let writing = pipe.fileHandleForWriting
        Thread.detachNewThread {
            writing.write(Data(text.utf8))
            writing.closeFile()
        }
        #expect(await run.run(["import", "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"]).code == .success)
    }

    @Test func rejectsAFileAsContractsFolder() async throws {
        let run = try CommandLineRun()
        let file = run.folder.path("notes.json")
        try Data(Self.document(id: "string", limit: 10).utf8).write(to: URL(fileURLWithPath: file))
        try Data("{}".utf8).write(to: URL(fileURLWithPath: run.folder.path("Contracts")))
        let output = await run.run(["import", file])
        #expect(output.code == .usage)
        #expect(
            output.err.contains("Contracts is a file; pass the folder that contains a folder for each service"),
            "\(output.err)")
    }

    /// The output of `--dry-run` if the contract would not pass `lint`.
    @Test func includesTheUnwrittenContractInTheError() throws {
        let endpoint = EndpointDraft(
            name: "a", request: RequestDraft(method: "GET", path: "no-slash"), responses: [ResponseDraft(key: "200")],
            cases: [CaseDraft(name: "example", status: 200)])
        let draft = ContractDraft(service: "notes", origin: "https://api.notes.example", endpoints: [endpoint])
        let error = #expect(throws: AuthoringError.self) {
            try ContractWriter(contracts: URL(fileURLWithPath: "/nowhere/Contracts")).plan(draft)
        }
        #expect(error?.text?.contains(#""path": "no-slash""#) == true)
        #expect(error?.description.contains("'--dry-run' prints it") == true)
    }
}
