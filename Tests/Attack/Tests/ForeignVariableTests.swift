import Foundation
import JSONSchema
import LoopbackServer
import NotesFixture
import Testing

@testable import ContractCommand

/// An untrusted contract or Pact reads only the environment variables that the user allows, and no output reveals their
/// values.
@Suite(.timeLimit(.minutes(10)))
struct ForeignVariableTests {
    private static let secret = "wJalrXUtnFEMI-K7MDENG-bPxRfiCY"

    /// A server that echoes and counts requests.
    private final class Echo: Sendable {
        let server: Server
        let port: Int
        private let received: JSONSchema.Locked<Int>

        var count: Int { received.withLock { $0 } }

        init() throws {
            let received = JSONSchema.Locked(0)
            self.received = received
            server = Server { request in
                received.withLock { $0 += 1 }
                let sent =
                    request.target + " " + request.headers.map { "\($0.name): \($0.value)" }.joined(separator: " ")
                let body: JSON = ["id": 2, "sent": .string(sent + String(decoding: request.body, as: UTF8.self))]
                return Response(
                    status: 418, contentType: "application/json", headers: [("X-Echo", sent)], body: body.bytes())
            }
            port = try server.start()
        }

        deinit { server.stop() }
    }

    /// Returns a Pact whose request refers to a variable in every string.
    private static func pact(of provider: String, reading name: String, path: String = "/a") -> String {
        """
        {"consumer": {"name": "app"}, "provider": {"name": "\(provider)"},
         "metadata": {"pactSpecification": {"version": "3.0.0"}},
         "interactions": [{"description": "a call",
           "request": {"method": "POST", "path": "\(path)/{env:\(name)}", "query": {"q": ["{env:\(name)}"]},
            "headers": {"X-Key": "{env:\(name)}", "Authorization": "Bearer {env:\(name)}",
                        "Content-Type": "application/json"},
            "body": {"key": "{env:\(name)}"}},
           "response": {"status": 200, "headers": {"X-Echo": "nothing", "Content-Type": "application/json"},
            "body": {"id": 1, "sent": "nothing"}}}]}
        """
    }

    private static func verify(
        of provider: String, reading name: String, _ words: [String], contracts: Bool = true
    ) async throws -> (run: Attack.Run, calls: Int) {
        let folder = try NotesFolder()
        let echo = try Echo()
        try folder.write(pact(of: provider, reading: name), to: "pact.json")
        let run = try await Attack.run(
            [
                "pact", "verify", folder.url.appendingPathComponent("pact.json").path, "--provider",
                "http://127.0.0.1:\(echo.port)",
            ] + words, in: folder.url, [name: secret], within: 60)
        return (run, echo.count)
    }

    @Test func rejectsAPactVariableThatTheContractDoesNotRead() async throws {
        let (run, calls) = try await Self.verify(of: "shop", reading: "AWS_SECRET_ACCESS_KEY", [])
        #expect(run.end == .exit(2), "\(run)")
        #expect(calls == 0)
        #expect(
            run.errors.contains(
                "pact.json:3:19: the Pact reads the environment variable AWS_SECRET_ACCESS_KEY, which the contract of 'shop' does not read; add '--env AWS_SECRET_ACCESS_KEY' to allow it"
            ), "\(run)")
        #expect(!"\(run)".contains(Self.secret))
    }

    @Test func rejectsAPactVariableThatTheEnvOptionOmits() async throws {
        let (run, calls) = try await Self.verify(
            of: "notes", reading: "NOTES_TOKEN", ["--env", "OTHER,ANOTHER", "--env", "THIRD"])
        #expect(run.end == .exit(2), "\(run)")
        #expect(calls == 0)
        #expect(
            run.errors.contains("NOTES_TOKEN, which '--env' does not list; add '--env NOTES_TOKEN', too"), "\(run)")
    }

    @Test(arguments: [
        ("shop", "AWS_SECRET_ACCESS_KEY", ["--env", "AWS_SECRET_ACCESS_KEY"]), ("notes", "NOTES_TOKEN", []),
    ])
    func redactsAVariableThatAPactMayRead(provider: String, name: String, words: [String]) async throws {
        let (run, calls) = try await Self.verify(of: provider, reading: name, words)
        #expect(run.end == .exit(1), "\(run)")
        #expect(calls == 1)
        #expect(run.text.contains("status: expected 200, found 418"), "\(run)")
        #expect(run.text.contains("body $.sent: expected"), "\(run)")
        #expect(!"\(run)".contains(Self.secret), "\(run)")
    }

    /// Without a slash, a path could continue the provider's address: `http://127.0.0.1:8080@other.example/`.
    @Test(arguments: ["@127.0.0.1:PORT", ":PORT", ".evil@127.0.0.1:PORT"])
    func sendsAPactToNoHostThatItsPathNames(path: String) async throws {
        let folder = try NotesFolder()
        let (provider, other) = (try Echo(), try Echo())
        let named = path.replacingOccurrences(of: "PORT", with: "\(other.port)")
        try folder.write(Self.pact(of: "notes", reading: "NOTES_TOKEN", path: named), to: "pact.json")
        let address = path.hasPrefix(":") ? "http://127.0.0.1" : "http://127.0.0.1:\(provider.port)"
        let run = try await Attack.run(
            ["pact", "verify", folder.url.appendingPathComponent("pact.json").path, "--provider", address],
            in: folder.url, ["NOTES_TOKEN": Self.secret], within: 60)
        #expect(run.end != .exit(0) && !run.isSignal, "\(run)")
        #expect(other.count == 0, "\(run)")
        #expect(provider.count == (path.hasPrefix(":") ? 0 : 1), "\(run)")
    }

    @Test(arguments: [
        ["verify"], ["verify", "--mode", "live"], ["record", "--allow-ci"], ["diff"], ["health"], ["score"],
    ])
    func rejectsAContractVariableThatTheEnvOptionOmits(words: [String]) async throws {
        let folder = try NotesFolder()
        let echo = try Echo()
        try folder.replace(
            #""status": 204 }"#, with: #""status": 204, "arguments": { "id": "{env:AWS_SECRET_ACCESS_KEY}" } }"#,
            in: "Contracts/notes/contract.json")
        try folder.replace(
            #""arguments": { "id": "{noteID}" }, "#, with: "", in: "Contracts/notes/contract.json")
        try folder.replace(
            #""returns": { "type": "array", "minItems": 2 } }"#,
            with: #""health": true, "returns": { "type": "array", "minItems": 2 } }"#,
            in: "Contracts/notes/contract.json")
        let origin =
            words == ["verify"] || words == ["score"]
            ? [] : ["--origin", "https://notes.example.com=http://127.0.0.1:\(echo.port)"]
        let run = try await Attack.run(
            words + ["--env", "NOTES_TOKEN"] + origin, in: folder.url,
            ["AWS_SECRET_ACCESS_KEY": Self.secret, "PLANT": "nothing"], within: 100)
        #expect(run.end == .exit(2), "\(run)")
        #expect(echo.count == 0)
        #expect(
            run.errors.contains(
                "contract.json:74:67: the contract reads the environment variable AWS_SECRET_ACCESS_KEY, which '--env' does not list; add '--env AWS_SECRET_ACCESS_KEY' to allow it"
            ), "\(run)")
    }
}
