import Foundation
import HTTPRecording
import JSONSchema
import NotesFixture
import Synchronization
import Testing

@testable import ContractChecking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Recordings, refusals and reports of recording runs against a fake server.
struct RecordingRunTests {
    /// A transport that replays the notes service, applies a change to each response and logs the requests.
    final class Server: Transport {
        let requests = Mutex<[String]>([])
        private let change: @Sendable (inout RecordedResponse) -> Void
        private let replay = ReplayTransport(
            Recording(entries: NotesRecordings.all.flatMap(\.1.entries)),
            redaction: Redaction(secrets: [Secret(value: "s3cret-token", placeholder: "{env:NOTES_TOKEN}")]),
            playback: .repeating)

        init(_ change: @escaping @Sendable (inout RecordedResponse) -> Void = { _ in }) { self.change = change }

        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            requests.withLock { $0.append("\(request.httpMethod ?? "GET") \(request.url?.path ?? "")") }
            let (data, received) = try await replay.send(request)
            var response = RecordedResponse(data, received)
            change(&response)
            let url = try #require(request.url)
            return (Data(response.body), try #require(response.urlResponse(url: url)))
        }
    }

    private func options(_ server: Server) -> Options {
        var options = Options(mode: .record)
        options.environment = ["NOTES_TOKEN": "s3cret-token"]
        options.servers.transport = server
        options.recording.provider = .local
        options.allowsUnsafeMethods = true
        return options
    }

    private static func replacing(_ old: String, _ new: String) -> @Sendable (inout RecordedResponse) -> Void {
        { response in
            let text = String(decoding: response.body, as: UTF8.self)
            response.body = Array(text.replacingOccurrences(of: old, with: new).utf8)
        }
    }

    private func changes(in report: Report, of name: String) -> [String] {
        report.recordings.first { $0.file.hasSuffix("/\(name).har") }?.changes.map(\.description) ?? []
    }

    @Test func sendsNothingInReplayEvenWithoutAMatch() async throws {
        let folder = try NotesFolder()
        try folder.replace("limit=10", with: "limit=11", in: "Recordings/notes/find.two notes.har")
        let server = Server()
        var options = options(server)
        options.mode = .replay
        let report = await folder.suite().verify(options)
        #expect(report.findings.contains { $0.rule == "replay.no-match" })
        #expect(server.requests.withLock { $0 } == [])
    }

    @Test func recordsOnlyMissingRecordings() async throws {
        let folder = try NotesFolder()
        let file = folder.url.appendingPathComponent("Recordings/notes/find.no such tag.har")
        try FileManager.default.removeItem(at: file)
        let before = try folder.text(of: "Recordings/notes/find.two notes.har")
        let server = Server(Self.replacing("Milk", "Beer"))
        var options = options(server)
        options.selection.onlyMissing = true
        let report = await folder.suite().verify(options)
        #expect(report.passed)
        #expect(
            report.checks.map(\.check.id)
                == ["notes/contract", "notes/response/find/no such tag", "notes/client/find/no such tag"])
        #expect(server.requests.withLock { $0 } == ["GET /v1/notes"])
        #expect(report.recordings.map(\.kind) == [.added])
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(try folder.text(of: "Recordings/notes/find.two notes.har") == before)
    }

    @Test func writesNothingIfNothingChanged() async throws {
        let folder = try NotesFolder()
        // The fixture's recordings order their query items differently, so the first run rewrites them.
        _ = await folder.suite().verify(options(Server()))
        let before = try folder.contents("Recordings")
        let report = await folder.suite().verify(options(Server()))
        #expect(report.failed == [])
        #expect(try folder.contents("Recordings") == before)
        #expect(report.recordings.map(\.kind) == [.unchanged, .unchanged, .unchanged, .unchanged])
    }

    @Test func warnsOfASuspectedCredentialWithItsLocation() async throws {
        let folder = try NotesFolder()
        let report = await folder.suite().verify(options(Server(Self.replacing("Tea", "AKIAIOSFODNN7EXAMPLE"))))
        let finding = try #require(report.findings.first { $0.rule == "record.suspicion" })
        #expect(finding.severity == .warning)
        #expect(finding.recording?.file.hasSuffix("Recordings/notes/find.two notes.har") == true)
        #expect(finding.recording?.pointer == "/log/entries/0/response/content/text")
        let lines = try folder.text(of: "Recordings/notes/find.two notes.har").split(separator: "\n")
        let line = try #require(finding.recording?.line)
        #expect(lines[line - 1].contains("AKIAIOSFODNN7EXAMPLE"))
        #expect("\(finding)".contains("AKIAIOSFODNN7EXAMPLE") == false)
        #expect(report.recordings.first { $0.file.hasSuffix("two notes.har") }?.kind == .changed)
    }

    @Test func refusesASuspectedCredentialWithStrictSecrets() async throws {
        let folder = try NotesFolder()
        let before = try folder.text(of: "Recordings/notes/find.two notes.har")
        var options = options(Server(Self.replacing("Tea", "AKIAIOSFODNN7EXAMPLE")))
        options.recording.strictSecrets = true
        let report = await folder.suite().verify(options)
        #expect(report.failed == ["notes/response/find/two notes"])
        #expect(report.findings.first { $0.rule == "record.suspicion" }?.severity == .error)
        #expect(try folder.text(of: "Recordings/notes/find.two notes.har") == before)
        #expect(report.recordings.first { $0.file.hasSuffix("two notes.har") }?.kind == .kept)
    }

    @Test func reportsTheEffectOfEachChangeOnTheModelsWorstFirst() async throws {
        let folder = try NotesFolder()
        var options = options(
            Server { response in
                Self.replacing(#""stars":2,"author":"Ada""#, #""stars":"2","author":null,"pinned":true"#)(&response)
            })
        options.recording.comparesOnly = true
        let report = await folder.suite().verify(options)
        #expect(
            changes(in: report, of: "find.two notes") == [
                "error: /notes/*/stars was number and is number or string (refuses the record)",
                "warning: /notes/*/author became null (survives)",
                "info: /notes/*/pinned is new (survives)",
            ])
    }

    @Test func reportsTheEffectOfAChangedMediaTypeOnTheRecords() async throws {
        let folder = try NotesFolder()
        var options = options(
            Server { response in
                guard response.status == 200 else { return }
                response.headers["Content-Type"] = "text/html"
                response.body = Array("<p>Please sign in".utf8)
            })
        options.recording.comparesOnly = true
        #expect(
            changes(in: await folder.suite().verify(options), of: "find.two notes") == [
                "error: the media type was application/json and is text/html (refuses the record)"
            ])
    }

    @Test func reportsMissingRecords() async throws {
        let folder = try NotesFolder()
        var options = options(Server(Self.replacing(#"{"notes":"#, #"{"items":"#)))
        options.recording.comparesOnly = true
        #expect(
            changes(in: await folder.suite().verify(options), of: "find.two notes") == [
                "error: /notes is gone (refuses the record)", "info: /items is new (survives)",
            ])
    }

    @Test func reportsAChangedStatusAsAnError() async throws {
        let folder = try NotesFolder()
        var options = options(Server { if $0.status == 404 { $0.status = 410 } })
        options.recording.comparesOnly = true
        #expect(
            changes(in: await folder.suite().verify(options), of: "find.no such tag")
                == ["error: the status was 404 and is 410 (survives)"])
    }

    @Test func comparesWithoutWritingOrLocking() async throws {
        let folder = try NotesFolder()
        _ = await folder.suite().verify(options(Server()))
        let before = try folder.contents("Recordings")
        let lock = try RecordingStore(folder: folder.url.appendingPathComponent("Recordings")).begin()
        var options = options(Server(Self.replacing("Milk", "Beer")))
        options.recording.comparesOnly = true
        let report = await folder.suite().verify(options)
        withExtendedLifetime(lock) {}
        #expect(report.checks.contains { $0.check.kind == .model } == false)
        #expect(report.recordings.map(\.kind) == [.unchanged, .unchanged, .unchanged, .changed])
        #expect(try folder.contents("Recordings") == before)
    }

    @Test func retriesOnlySafeRequests() async throws {
        let folder = try NotesFolder()
        let failed = Mutex<Set<String>>([])
        // The first response of each status code is replaced by a transient server error.
        let server = Server { response in
            let key = "\(response.status)"
            if failed.withLock({ $0.insert(key).inserted }) {
                response.status = 503
                response.headers["Retry-After"] = "0"
            }
        }
        var options = options(server)
        options.only = ["notes/response/*"]
        let report = await folder.suite().verify(options)
        #expect(report.failed == ["notes/response/add/a note"])
        #expect(
            server.requests.withLock { $0 }
                == ["GET /v1/notes", "GET /v1/notes", "GET /v1/notes", "GET /v1/notes", "POST /v1/notes"])
    }

    @Test func sendsNoUnsafeRequestUnlessAllowed() async throws {
        let folder = try NotesFolder()
        let server = Server()
        var options = options(server)
        options.allowsUnsafeMethods = Options().allowsUnsafeMethods
        let report = await folder.suite().verify(options)
        #expect(server.requests.withLock { $0 }.allSatisfy { $0.hasPrefix("GET ") })
        let refused = try #require(report.checks.first { $0.check.id == "notes/response/add/a note" })
        #expect(refused.outcome == .error)
        #expect(refused.reason?.contains("POST request to notes.example.com was not sent") == true)
    }

    @Test func revealsNoPartOfASecretInATruncatedMessage() async throws {
        let folder = try NotesFolder()
        // The token straddles the position at which message text is truncated.
        let type = "text/" + String(repeating: "x", count: 130) + "s3cret-token" + String(repeating: "y", count: 40)
        let report = await folder.suite().verify(options(Server { $0.headers["Content-Type"] = type }))
        let finding = try #require(report.findings.first { $0.rule == "response.content-type" })
        #expect(finding.found?.contains("xxx") == true)
        #expect(!"\(report.findings)".contains("s3c"))
    }

    @Test func listsUnsafeCallsToRemoteHosts() throws {
        let folder = try NotesFolder()
        var options = Options(mode: .live)
        #expect(
            try folder.suite().unsafeCalls(options) == [
                "notes/add: POST https://notes.example.com", "notes/remove: DELETE https://notes.example.com",
            ])
        options.only = ["notes/response/add/*"]
        #expect(try folder.suite().unsafeCalls(options) == ["notes/add: POST https://notes.example.com"])
        options.only = ["notes/response/find/*", "notes/model/*", "notes/request/*"]
        #expect(try folder.suite().unsafeCalls(options) == [])
        options.only = []
        options.servers.origins = ["https://notes.example.com": "http://127.0.0.1:8080"]
        #expect(try folder.suite().unsafeCalls(options) == [])
        options.servers.origins = ["https://notes.example.com": "http://127.0.0.1.example.com"]
        #expect(try folder.suite().unsafeCalls(options).count == 2)
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("api.localhost", true), ("127.0.0.1", true), ("127.1.2.3", true),
        ("::1", true), ("127.evil.com", false), ("127.0.0.1.evil.com", false), ("10.0.0.1", false),
        ("localhost.evil.com", false), ("notlocalhost", false), ("", false),
    ])
    func recognizesLoopbackHosts(_ host: String, _ isLoopback: Bool) {
        #expect(Loopback.contains(host) == isLoopback)
    }

    /// A delay imposed by the harness does not count. Otherwise the call would be reported as hanging.
    @Test func extendsADeadlineByDelaysOfTheHarness() async {
        let (begun, beginning) = AsyncStream.makeStream(of: Never.self)
        let (asked, asking) = AsyncStream.makeStream(of: Never.self)
        let questions = Mutex(0)
        let result = await Deadline.run(
            seconds: 0.01,
            delay: {
                let isFirst = questions.withLock { questions in
                    defer { questions += 1 }
                    return questions == 0
                }
                if isFirst { return 0 }
                // The deadline has expired, while the call has begun and is delayed.
                for await _ in begun {}
                asking.finish()
                return 3600
            }
        ) { () -> Int in
            beginning.finish()
            for await _ in asked {}
            return 1
        }
        #expect(result == 1)
    }
}

extension NotesFolder {
    /// Returns the text of each recording and temporary file below a folder, keyed by path.
    fileprivate func contents(_ path: String) throws -> [String: String] {
        var contents: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: url.appendingPathComponent(path).path)
        where name.hasSuffix(".har") || name.contains(".recording-tmp") {
            contents[name] = try text(of: "\(path)/\(name)")
        }
        return contents
    }
}
