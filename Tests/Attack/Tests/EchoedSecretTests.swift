import AttackFixture
import Foundation
import NotesFixture
import Testing

@testable import ContractCommand

/// A secret that a service echoes in an invalid value does not appear in any report, not even in part.
@Suite(.timeLimit(.minutes(5)))
struct EchoedSecretTests {
    /// A token longer than the 60 characters of a value that a message shows.
    private static let token = (0..<19).map { "k\($0 % 10)zQ\(($0 * 7) % 10)" }.joined()

    @Test(arguments: ["console", "json", "jsonl", "junit", "github", "html", "sarif", "markdown"])
    func redactsBeforeTruncating(format: String) async throws {
        let folder = try NotesFolder()
        let server = try RawServer { line in
            let body =
                line.hasPrefix("POST")
                ? #"{"id":"n3","title":"Say \"hi\"","stars":"\#(Self.token)","author":null}"# : ")]}'\n{\"notes\":[]}"
            let status = line.hasPrefix("POST") ? "201 Created" : "200 OK"
            let head =
                "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            return [.send(Array((head + body).utf8))]
        }
        defer { withExtendedLifetime(server) {} }
        let run = try await Attack.run(
            ["verify", "--mode", "live", "--only", "notes/response/add/*", "--report", "\(format)=-"]
                + NotesServer.words(server), in: folder.url, ["NOTES_TOKEN": Self.token], within: 60)
        #expect(run.end == .exit(1), "\(run)")
        #expect(run.text.contains("stars"), "\(run)")
        let all = run.text + run.errors
        for start in stride(from: 0, to: Self.token.count - 12, by: 5) {
            let part = String(Self.token.dropFirst(start).prefix(12))
            #expect(!all.contains(part), "\(format) shows '\(part)' of the secret")
        }
    }
}
