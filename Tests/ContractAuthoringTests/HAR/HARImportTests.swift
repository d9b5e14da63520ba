import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

@testable import ContractAuthoring

/// The import of a HAR file from a browser.
struct HARImportTests {
    private let folder: NotesFolder

    init() throws {
        folder = try NotesFolder()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Recordings/notes"))
    }

    private func imported(_ entries: [HTTPExchange], strict: Bool = false) throws -> HARImport.Outcome {
        let service = try #require(folder.suite().loaded.value.services.first)
        var options = Options()
        options.environment = [:]
        options.recording.strictSecrets = strict
        return try HARImport.run(
            Recording(entries: entries), service: service, contract: try #require(service.contract), options)
    }

    /// Returns the exchange as a browser would have sent it.
    private func browsed(_ exchange: HTTPExchange, _ change: (inout HTTPExchange) -> Void = { _ in }) -> HTTPExchange {
        var exchange = exchange
        exchange.request.httpVersion = "h2"
        for (name, value) in [("Accept", "*/*"), ("User-Agent", "Browser/1"), ("Cookie", "sid=very-secret-cookie")] {
            exchange.request.headers[name] = value
        }
        change(&exchange)
        return exchange
    }

    @Test func importsEntriesAsReplayableRecordings() async throws {
        let token = "tok/en+1=%\"é"
        let outcome = try imported([
            browsed(NotesRecordings.noSuchTag), browsed(NotesRecordings.twoNotes),
            browsed(NotesRecordings.aNote) {
                $0.request.headers["X-Token"] = token
                $0.response.headers["X-Echo"] = "you sent \(token)"
            },
        ])
        #expect(outcome.unmatched.map(\.description) == [])
        #expect(outcome.recordings.map(\.kind) == [.added, .added, .added])
        let text = try folder.text(of: "Recordings/notes/add.a note.har")
        #expect(text.contains("{env:NOTES_TOKEN}"))
        #expect(text.contains("you sent {env:NOTES_TOKEN}"))
        #expect(!text.contains("tok/en") && !text.contains("very-secret-cookie") && !text.contains("Browser/1"))
        // Scenarios are not imported; their own runs record them.
        let recording = Recording(entries: [NotesRecordings.aNote, NotesRecordings.removed])
        try folder.write(
            String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/notes/add and remove.har")
        let report = await folder.suite().verify(Options(mode: .replay))
        #expect(report.findings.map(\.message) == [])
        #expect(report.passed)
    }

    /// A login returns the token that other requests send.
    @Test func replacesAnotherCasesSecretInAResponse() throws {
        let outcome = try imported([
            browsed(NotesRecordings.twoNotes) { $0.response.headers["X-Renewed"] = "tok-Zq81-ab" },
            browsed(NotesRecordings.aNote) { $0.request.headers["X-Token"] = "tok-Zq81-ab" },
        ])
        #expect(outcome.unmatched.map(\.description) == [])
        #expect(try folder.text(of: "Recordings/notes/find.two notes.har").contains("\"{env:NOTES_TOKEN}\""))
    }

    @Test func addsThePlaceholderOfAnOmittedCredential() throws {
        let outcome = try imported([browsed(NotesRecordings.aNote) { $0.request.headers["X-Token"] = nil }])
        #expect(outcome.unmatched.map(\.description) == [])
        #expect(try folder.text(of: "Recordings/notes/add.a note.har").contains("\"value\": \"{env:NOTES_TOKEN}\""))
    }

    @Test func replacesACredentialInAForm() throws {
        try folder.replace(
            #""body": { "title": "{title}", "stars": "{stars}" }"#,
            with: #""form": { "title": "{title}", "stars": "{stars}", "pass": "{token}" }"#,
            in: "Contracts/notes/contract.json")
        try folder.replace(
            #""headers": { "Content-Type": "application/json", "X-Token": "{token}" }"#, with: #""headers": {}"#,
            in: "Contracts/notes/contract.json")
        let outcome = try imported([
            browsed(NotesRecordings.aNote) {
                $0.request.headers["X-Token"] = nil
                $0.request.headers["Content-Type"] = "application/x-www-form-urlencoded"
                $0.request.body = Array("title=Say+%22hi%22&stars=3&pass=hunter%2B2".utf8)
            }
        ])
        #expect(outcome.unmatched.map(\.description) == [])
        let text = try folder.text(of: "Recordings/notes/add.a note.har")
        #expect(text.contains("{env:NOTES_TOKEN}") || text.contains("%7Benv%3ANOTES_TOKEN%7D"))
        #expect(!text.contains("hunter"))
    }

    @Test func explainsAnUnmatchedEntry() throws {
        func moved(_ url: String) -> HTTPExchange { browsed(NotesRecordings.twoNotes) { $0.request.url = url } }
        let outcome = try imported([
            moved("https://ads.example.com/v1/notes?tag=x&limit=10"),
            moved("https://notes.example.com/v1/notes?tag=home%20%26%20garden&limit=11"),
            moved("https://notes.example.com/v1/notes?tag=other&limit=10"),
            moved("https://notes.example.com/v1/notes?secret=hunter2"),
            browsed(NotesRecordings.noSuchTag) { $0.response.status = 500 },
            browsed(NotesRecordings.noSuchTag) { $0.response.status = 0 },
            browsed(NotesRecordings.removed),
            browsed(NotesRecordings.twoNotes), browsed(NotesRecordings.twoNotes),
        ])
        let lines = outcome.unmatched.map(\.description)
        #expect(lines.count == 8)
        #expect(
            lines.prefix(4).map { $0 } == [
                "entry 1, GET https://ads.example.com/v1/notes: no endpoint of 'notes' has this origin, method, path and query",
                "entry 2, GET https://notes.example.com/v1/notes: find/two notes: the query 'limit' differs",
                "entry 3, GET https://notes.example.com/v1/notes: find/two notes: the query 'tag' differs",
                "entry 4, GET https://notes.example.com/v1/notes: no endpoint of 'notes' has this origin, method, path and query",
            ])
        #expect(lines[4].hasSuffix("find/no such tag: the status is 500, not 404"))
        #expect(lines[5].hasSuffix("it has no response"))
        #expect(lines[6].hasSuffix("remove has no case"))
        #expect(lines[7].hasSuffix("find/two notes already has an entry, and the first entry is used"))
        #expect(outcome.recordings.map(\.kind) == [.added])
    }

    @Test func rejectsSuspectedCredentialsInStrictMode() throws {
        let entry = browsed(NotesRecordings.twoNotes) {
            $0.response.body = Array(
                String(decoding: $0.response.body, as: UTF8.self)
                    .replacingOccurrences(of: "Tea", with: "AKIAIOSFODNN7EXAMPLE").utf8)
        }
        let outcome = try imported([entry], strict: true)
        #expect(outcome.recordings.map(\.kind) == [.missing])
        #expect(outcome.suspicions.count == 1)
        #expect(outcome.suspicions.first?.contains("find.two notes.har:") == true)
        #expect(outcome.suspicions.first?.contains("AKIA") == false)
        #expect(
            FileManager.default.fileExists(atPath: folder.url.path + "/Recordings/notes/find.two notes.har") == false)
    }

    @Test func redactsSecretsOfUnmatchedEntries() throws {
        let token = "Zx9Kq2Lm8Rt4Vb7Nw3"
        func moved(_ url: String) -> HTTPExchange { browsed(NotesRecordings.twoNotes) { $0.request.url = url } }
        let outcome = try imported([
            moved("https://ada:\(token)@notes.example.com/v1/hooks/\(token)?token=\(token)"),
            moved("ws://notes.example.com/\(token)"),
            moved("https://notes.example.com/v1/notes?tag=%zz\(token)&limit=10"),
            browsed(NotesRecordings.noSuchTag) {
                $0.response.headers["Content-Type"] = "text/plain; token=\(token)"
                $0.response.headers["X-Token"] = token
            },
            browsed(NotesRecordings.aNote) {
                $0.response.body = Array(#"{"id": {"token": "\#(token)"}, "title": 1, "stars": "\#(token)"}"#.utf8)
            },
        ])
        #expect(outcome.unmatched.map(\.entry) == [0, 1, 2, 3, 4])
        for unmatched in outcome.unmatched { #expect(!unmatched.description.contains(token), "\(unmatched)") }
        #expect(
            outcome.unmatched[0].description.hasPrefix("entry 1, GET https://notes.example.com/v1/hooks/{token}: "))
    }
}
