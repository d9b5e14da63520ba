import CommandTestSupport
import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `contracts record --made-up`, which needs neither a server nor credentials.
struct MadeUpRecordingTests {
    private let folder: NotesFolder

    init() throws {
        folder = try NotesFolder()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Recordings/notes"))
    }

    private func run(_ words: String..., client: NotesClient = NotesClient()) async -> CommandOutput {
        await .of(words, over: folder.suite(client))
    }

    private func recording(_ name: String) throws -> Recording {
        let path = "Recordings/notes/\(name).har"
        return try Recording(parsing: Array(try folder.text(of: path).utf8), file: path)
    }

    @Test func makesASuitePassWithoutServerAndCredentials() async throws {
        let output = await run("record", "--made-up")
        #expect(output.code == .success, "\(output)")
        for name in ["find.two notes", "find.no such tag", "add.a note", "add and remove"] {
            let recording = try recording(name)
            #expect(recording.provenance?.provider == .madeUp, "\(name)")
        }
        #expect(try folder.text(of: "Recordings/notes/add.a note.har").contains(#""provider": "made-up""#))
        // The request comes from the builder and the status from the case. A placeholder replaces the secret.
        let note = try recording("add.a note").entries
        #expect(note.map(\.request.method) == ["POST"])
        #expect(note.first?.request.headers["X-Token"] == "{env:NOTES_TOKEN}")
        #expect(note.first?.response.status == 201)
        #expect(try recording("find.no such tag").entries.map(\.response.status) == [404])
        #expect(try recording("add and remove").entries.map(\.response.status) == [201, 204])
        let verify = await run("verify")
        #expect(verify.code == .success, "\(verify)")
        let lint = await run("lint")
        #expect(lint.out.hasSuffix("1 contract and 4 recordings, 4 of them made up: no fault\n"), "\(lint)")
    }

    @Test func reportsMadeUpRecordingsWhenAMaximumAgeIsSet() async throws {
        _ = await run("record", "--made-up")
        let verify = await run("verify", "--max-age", "90d")
        #expect(verify.code == .success)
        #expect(
            verify.out.contains(
                "warning: the recording was made up, not recorded from the service [recording.made-up]"), "\(verify)")
        #expect(await run("verify", "--max-age", "90d=error").code == .findings)
        #expect(await run("lint", "--max-age", "90d=error").err.contains("[recording.made-up]"))
    }

    @Test func keepsExistingRecordings() async throws {
        let recording = Recording(
            entries: [NotesRecordings.twoNotes],
            provenance: Recording.Provenance(origin: "https://notes.example.com", provider: .live))
        let text = String(decoding: recording.serialized(), as: UTF8.self)
        try folder.write(text, to: "Recordings/notes/find.two notes.har")
        let output = await run("record", "--made-up")
        #expect(output.code == .success && output.err.isEmpty)
        #expect(try folder.text(of: "Recordings/notes/find.two notes.har") == text)
        #expect(try self.recording("find.no such tag").provenance?.provider == .madeUp)
    }

    @Test func revealsFaultsOfTheClient() async throws {
        #expect(await run("record", "--made-up").code == .success)
        try folder.replace(
            #""query": { "tag": "{tag}", "limit": 10 }"#, with: #""query": { "tag": "{tag}", "limit": 20 }"#,
            in: "Contracts/notes/contract.json")
        let verify = await run("verify")
        #expect(verify.code == .findings)
        #expect(verify.out.contains("the query 'limit' differs"))
    }

    @Test func doesNotRecordACaseThatFails() async throws {
        try folder.replace(
            #""returns": { "type": "array", "minItems": 2 }"#, with: #""returns": { "type": "array", "minItems": 9 }"#,
            in: "Contracts/notes/contract.json")
        let output = await run("record", "--made-up")
        #expect(output.code == .findings)
        #expect(output.out.contains("not recorded: "), "\(output)")
        #expect(output.out.contains("record --made-up --only"), "\(output)")
        #expect(output.err.contains("the values of a made-up response are arbitrary"), "\(output)")
        #expect(
            !FileManager.default.fileExists(atPath: folder.url.path + "/Recordings/notes/find.two notes.har"))
    }

    @Test func answersEachRequestOfACaseAsItsStepSays() async throws {
        let folder = try NotesFolder(
            contract: """
                { "service": "notes", "origin": "https://notes.example.com", "endpoints": { "find": {
                  "request": { "method": "GET", "path": "/find" },
                  "responses": { "200": { "content": "application/json", "schema": { "type": "object" } }, "404": {} },
                  "cases": [ { "name": "second try", "status": 200, "steps": [
                    { "endpoint": "find", "status": 404 }, { "endpoint": "find", "status": 200 } ] } ] } } }
                """)
        let recordings = folder.url.appendingPathComponent("Made")
        let suite = ContractSuite(contracts: folder.url.appendingPathComponent("Contracts"), recordings: recordings) {
            Service("notes") {
                Endpoint("find") { _, transport in
                    let request = URLRequest(url: try #require(URL(string: "https://notes.example.com/find")))
                    let first = try await transport.send(request).1.statusCode
                    return first == 404 ? try await transport.send(request).1.statusCode : first
                }
            }
        }
        let output = await CommandOutput.of(["record", "--made-up"], over: suite)
        #expect(output.code == .success, "\(output)")
        let made = try Recording(
            parsing: Array(try folder.text(of: "Made/notes/find.second try.har").utf8), file: "made")
        #expect(made.entries.map(\.response.status) == [404, 200])
    }

    @Test(arguments: [#"{ "type": "string" }"#, #"{ "type": "integer" }"#, #"{ "type": ["string", "null"] }"#])
    func endsAListOfPagesWithAnOptionalCursor(_ cursor: String) async throws {
        let required = cursor.contains("null") ? #"["ids", "next"]"# : #"["ids"]"#
        let folder = try NotesFolder(
            contract: """
                { "service": "notes", "origin": "https://notes.example.com", "unbound": ["endpoints/page"], "endpoints": {
                  "page": {
                    "arguments": { "after": { "type": ["string", "null"] } },
                    "request": { "method": "GET", "path": "/ids", "query": { "size": "3", "after": "{after}" } },
                    "responses": { "200": { "content": "application/json", "schema": {
                      "type": "object", "required": \(required),
                      "properties": { "ids": { "type": "array", "items": { "type": "object", "required": ["id"], "properties": {
                        "id": { "type": "integer" } } } }, "next": \(cursor) } } } } },
                  "all": { "uses": ["page"], "cases": [ { "name": "all", "status": 200 } ] } } }
                """)
        let recordings = folder.url.appendingPathComponent("Made")
        let suite = ContractSuite(contracts: folder.url.appendingPathComponent("Contracts"), recordings: recordings) {
            Service("notes") {
                Endpoint("all") { _, transport in
                    var next: String? = ""
                    while let cursor = next {
                        let query = cursor.isEmpty ? "" : "&after=\(cursor)"
                        let url = try #require(URL(string: "https://notes.example.com/ids?size=3\(query)"))
                        let page = try JSON(parsing: Array(try await transport.send(URLRequest(url: url)).0))
                        next = page["next"].flatMap { $0.isNull ? nil : $0.plainText }
                    }
                }
            }
        }
        let output = await CommandOutput.of(["record", "--made-up"], over: suite)
        #expect(output.code == .success, "\(output)")
        let pages = try ["all.all.1.json", "all.all.2.json"].map { file in
            try JSON(parsing: Array(try folder.text(of: "Made/notes/\(file)").utf8))["ids"]
        }
        // The loss of a page, or another order, must show.
        #expect(pages[0] != pages[1])
        #expect(pages.map { $0?.arrayValue?.count } == [3, 3])
        #expect(throws: (any Error).self) { try folder.text(of: "Made/notes/all.all.3.json") }
    }

    @Test(arguments: ["--local", "--origin=https://notes.example.com=http://127.0.0.1:1", "--max-age=1d"])
    func refusesServerOptions(_ option: String) async throws {
        let output = await run("record", "--made-up", option)
        #expect(output.code == .usage)
        #expect(output.err.contains("'--made-up' sends no requests"))
    }
}
