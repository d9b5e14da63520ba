import AttackFixture
import Foundation
import HTTPRecording
import TestSupport
import Testing

@testable import ContractCommand

/// Flaws that no recorded response reveals. The command line finds each of them, and none in the sound client.
@Suite(.timeLimit(.minutes(5)))
struct FeedTests {
    @Test(arguments: Feed.allCases, [[], ["--isolation", "none"]])
    func findsEachFlawWithAndWithoutIsolation(flaw: Feed, words: [String]) async throws {
        let folder = try TemporaryFolder()
        let notes = #"[{"id":1,"kind":"open"},{"id":2,"kind":"done"},{"id":3,"kind":"open"}]"#
        func exchange(_ path: String, _ body: String) -> HTTPExchange {
            HTTPExchange(
                request: RecordedRequest(method: "GET", url: "https://feed.example.com\(path)"),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8)))
        }
        let page = #"{"notes":\#(notes)}"#
        try folder.write(
            Feed.contract, ["page.first": [exchange("/page", page)], "archive.all": [exchange("/archive", notes)]],
            of: "feed")
        let run = try await Attack.run(["verify"] + words, in: folder.url, ["FEED": flaw.rawValue], within: 90)
        #expect(run.end == .exit(flaw == .sound ? 0 : 1), "\(run)")
        let rules = run.text.matches(of: /\[([a-z]+\.[a-z-]+)\]/).map { String($0.output.1) }
        #expect(Set(rules) == flaw.rules, "\(run)")
    }
}
