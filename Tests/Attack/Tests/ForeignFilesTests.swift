import AttackFixture
import Foundation
import NotesFixture
import Testing

@testable import ContractCommand

/// Untrusted files: a HAR, a pull request and an OpenAPI document. They must not make a command read or move other
/// files, or write a secret to a contract or a recording.
@Suite(.timeLimit(.minutes(5)))
struct ForeignFilesTests {
    private static let secret = "S3cr3t-of-another-9f8e7d"

    private static func har(content: String, version: String = "HTTP/1.1") -> String {
        #"""
        {"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[
          {"startedDateTime":"2026-01-01T00:00:00Z","time":1,
           "request":{"method":"GET","url":"https://notes.example.com/v1/notes?tag=none&limit=10","httpVersion":"\#(version)",
                      "headers":[{"name":"Accept","value":"application/json"}]},
           "response":{"status":404,"httpVersion":"\#(version)",
                       "headers":[{"name":"Content-Type","value":"application/json"}],"content":{\#(content)}}}]}}
        """#
    }

    /// A pull request may replace a contract or recording by a link to any file of the machine.
    @Test(arguments: [
        "Recordings/notes/find.two notes.har", "Contracts/notes/contract.json", "Contracts/accepted.json",
    ])
    func showsNothingOfAFileBehindALink(path: String) async throws {
        let folder = try NotesFolder()
        try folder.write(Self.secret, to: "private/secret.json")
        let link = folder.url.appendingPathComponent(path)
        if FileManager.default.fileExists(atPath: link.path) { try FileManager.default.removeItem(at: link) }
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: folder.url.path + "/private/secret.json")
        let run = try await Attack.run(
            ["verify", "--report", "html=\(folder.url.path)/report.html"], in: folder.url, [:], within: 60)
        #expect(run.end == .exit(2), "\(run)")
        let reason = path.hasPrefix("Recordings") ? "leads out of the recordings" : "not a regular file"
        #expect((run.text + run.errors).contains(reason), "\(run)")
        #expect(!"\(run)".contains(Self.secret))
    }

    /// A pull request may replace a folder by a link, too.
    @Test(arguments: ["Recordings/notes", "Contracts/notes"])
    func readsNothingThroughALinkedFolder(path: String) async throws {
        let folder = try NotesFolder()
        let elsewhere = folder.url.path + "/private"
        try FileManager.default.moveItem(atPath: folder.url.path + "/" + path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/" + path, withDestinationPath: elsewhere)
        let run = try await Attack.run(["verify"], in: folder.url, [:], within: 60)
        #expect(run.end == .exit(2), "\(run)")
        let errors = run.text + run.errors
        #expect(errors.contains("leads out of") || errors.contains("not a regular file"), "\(run)")
    }

    /// A pull request may add a link with the name of a report to any file of the machine, which need not exist.
    @Test(arguments: ["mine", nil])
    func writesNoReportThroughALinkOutOfItsFolder(held: String?) async throws {
        let folder = try NotesFolder()
        try folder.write("", to: "private/other")
        if let held { try folder.write(held, to: "private/file") }
        try folder.write("", to: "reports/other")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/reports/junit.xml", withDestinationPath: "../private/file")
        let run = try await Attack.run(
            ["verify", "--report", "junit=\(folder.url.path)/reports/junit.xml"], in: folder.url, [:], within: 60)
        #expect(run.end == .exit(2), "\(run)")
        #expect(run.errors.contains("cannot write the report to"), "\(run)")
        let file = folder.url.path + "/private/file"
        #expect(FileManager.default.fileExists(atPath: file) == (held != nil))
        if let held { #expect(try folder.text(of: "private/file") == held) }
    }

    /// Standard error may be a pipe, which no path but this one names.
    @Test func writesAReportToStandardErrorOnAPipe() async throws {
        let folder = try NotesFolder()
        let run = try await Attack.run(
            ["verify", "--report", "json=-", "--report", "console=/dev/stderr"], in: folder.url, [:], within: 60)
        #expect(run.end == .exit(0), "\(run)")
        #expect(run.text.hasPrefix("{"), "\(run)")
        #expect(run.errors.contains("checks passed"), "\(run)")
    }

    @Test func writesNoSchemaOutsideTheContracts() async throws {
        let folder = try NotesFolder()
        let contract = try folder.text(of: "Contracts/notes/contract.json")
        try folder.write(
            "{ \"$schema\": \"../../outside/contract.schema.json\"," + contract.drop { $0 != "{" }.dropFirst(),
            to: "Contracts/notes/contract.json")
        let run = try await Attack.run(["lint", "--write-schema"], in: folder.url, [:], within: 60)
        #expect((run.text + run.errors).contains("is outside the contracts"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/outside"))
    }

    /// A volume of Kubernetes holds links to files in a hidden folder beside them.
    @Test func readsLinksToFilesInTheSameFolder() async throws {
        let folder = try NotesFolder()
        try folder.write(
            try folder.text(of: "Contracts/notes/contract.json"), to: "Contracts/notes/..data/contract.json")
        let link = folder.url.path + "/Contracts/notes/contract.json"
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "..data/contract.json")
        let run = try await Attack.run(["verify"], in: folder.url, [:], within: 60)
        #expect(run.end == .exit(0), "\(run)")
    }

    @Test func doesNotFollowLinksBesideAnImportedHAR() async throws {
        let folder = try NotesFolder()
        try folder.write(#"{"found":"\#(Self.secret)"}"#, to: "private/secret.json")
        try folder.write(
            Self.har(content: #""size":-1,"mimeType":"application/json","_file":"body.json""#), to: "in/session.har")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/in/body.json", withDestinationPath: folder.url.path + "/private/secret.json")
        for words in [["recordings", "import"], ["import"]] {
            let run = try await Attack.run(
                words + [folder.url.path + "/in/session.har", "--service", "notes"], in: folder.url, [:], within: 60)
            #expect(run.end == .exit(2), "\(words): \(run)")
            #expect(run.errors.contains("a symbolic link"), "\(words): \(run)")
        }
        #expect(try Self.texts(below: folder.url, "Recordings", "Contracts").allSatisfy { !$0.contains(Self.secret) })
    }

    @Test func doesNotMoveFilesThroughLinksInAPendingCommit() async throws {
        let folder = try NotesFolder()
        let elsewhere = folder.url.path + "/private"
        try folder.write("mine", to: "private/x.recording-tmp")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/Recordings/notes/link", withDestinationPath: elsewhere)
        for names in [("notes/link/x.recording-tmp", "notes/find.two notes.har"), ("notes/x", "notes/link/find.har")] {
            try folder.write(
                #"{"files":[{"from":"\#(names.0)","to":"\#(names.1)"}]}"#, to: "Recordings/.commit.json")
            // A reading command ignores the pending commit; a writing command reports the fault.
            let verified = try await Attack.run(["verify"], in: folder.url, [:], within: 60)
            #expect(verified.end == .exit(0), "\(verified)")
            try folder.write("{}", to: "Recordings/notes/find.gone.har")
            let pruned = try await Attack.run(["recordings", "prune"], in: folder.url, [:], within: 60)
            #expect(pruned.end != .exit(0) && !pruned.isSignal, "\(pruned)")
            #expect((pruned.text + pruned.errors).contains(".commit.json"), "\(pruned)")
            try FileManager.default.removeItem(atPath: folder.url.path + "/Recordings/notes/find.gone.har")
            #expect(try folder.text(of: "private/x.recording-tmp") == "mine")
            #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == ["x.recording-tmp"])
        }
    }

    @Test func doesNotWriteAnInvalidHTTPVersion() async throws {
        let folder = try NotesFolder()
        try folder.write(
            Self.har(content: #""size":2,"mimeType":"application/json","text":"{}""#, version: Self.secret), to: "a.har"
        )
        let run = try await Attack.run(
            ["recordings", "import", folder.url.path + "/a.har", "--service", "notes"], in: folder.url, [:], within: 60)
        #expect(run.text.contains("1 case recorded"), "\(run)")
        #expect(try Self.texts(below: folder.url, "Recordings").allSatisfy { !$0.contains(Self.secret) })
        #expect(!(run.text + run.errors).contains(Self.secret))
    }

    @Test func replacesSecretsOfAnOpenAPIDocument() async throws {
        let folder = try NotesFolder()
        let s = Self.secret
        try folder.write(
            #"""
            {"openapi":"3.0.3","info":{"title":"t","version":"1"},"servers":[{"url":"https://api.t.example"}],
             "paths":{"/login":{
               "post":{"operationId":"login","requestBody":{"content":{"application/json":{
                  "schema":{"type":"object","required":["user","password"],"properties":{
                    "user":{"type":"string"},"password":{"type":"string","default":"\#(s)1","example":"\#(s)2"},
                    "nested":{"type":"object","properties":{"apiKey":{"type":"string","example":"\#(s)3"}},
                              "example":{"apiKey":"\#(s)4"}}}},
                  "example":{"user":"ada","password":"\#(s)5","nested":{"apiKey":"\#(s)6"}}}}},
                 "responses":{"200":{"description":"ok","headers":{"X-Token":{"schema":{"type":"string","example":"\#(s)7"}}},
                   "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Session"},
                     "example":{"token":"\#(s)8","id":"a"},"examples":{"x":{"value":{"token":"\#(s)9","id":"b"}}}}}}}},
               "get":{"operationId":"who","parameters":[
                   {"name":"token","in":"query","required":true,"schema":{"type":"string","default":"\#(s)a"},"example":"\#(s)b"},
                   {"name":"X-Pin","in":"header","schema":{"type":"integer","example":48213377}}],
                 "responses":{"200":{"description":"ok"}}}}},
             "components":{"schemas":{"Session":{"type":"object","required":["token","id"],"properties":{
                 "token":{"type":"string","default":"\#(s)c","example":"\#(s)d"},
                 "pin":{"type":"integer","default":48213377,"example":48213377},
                 "token_list":{"type":"array","items":{"type":"string","example":"\#(s)e"},"example":["\#(s)f"]},
                 "kind":{"type":"string","format":"password","example":"\#(s)g"},
                 "note":{"type":"string","example":"sk_live_4eC39HqLyjWDarjtT1zdp7dc"},
                 "id":{"type":"string","example":"keep"}},"example":{"token":"\#(s)h","id":"z"}}}}}
            """#, to: "openapi.json")
        let run = try await Attack.run(
            ["import", folder.url.path + "/openapi.json", "--service", "t"], in: folder.url, [:], within: 60)
        #expect(run.end == .exit(0), "\(run)")
        #expect((run.text + run.errors).contains("look like secrets; stand-ins were written"), "\(run)")
        let contract = try folder.text(of: "Contracts/t/contract.json")
        for text in [contract, try folder.text(of: "Contracts/t/.imported.json"), run.text, run.errors] {
            for secret in [s, "48213377", "sk_live_4eC39"] { #expect(!text.contains(secret), "\(secret): \(text)") }
        }
        // Other examples are kept, so that models can be checked with them.
        #expect(contract.contains(#""id": "z""#))
        #expect(contract.contains(#""examples": ["keep"]"#))
    }

    private static func texts(below folder: URL, _ names: String...) throws -> [String] {
        try names.flatMap { name in
            let root = folder.appendingPathComponent(name)
            return try FileManager.default.subpathsOfDirectory(atPath: root.path).compactMap { path in
                FileManager.default.contents(atPath: root.path + "/" + path).map { String(decoding: $0, as: UTF8.self) }
            }
        }
    }
}
