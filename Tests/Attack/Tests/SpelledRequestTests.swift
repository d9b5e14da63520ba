import AttackFixture
import Foundation
import HTTPRecording
import TestSupport
import Testing

@testable import ContractCommand

/// Replay accepts equivalent spellings of a recorded request, in cases and in steps with captured values.
@Suite(.timeLimit(.minutes(5)))
struct SpelledRequestTests {
    @Test(arguments: SpelledOrders.allCases)
    func replaysEquivalentRequests(spelling: SpelledOrders) async throws {
        let folder = try TemporaryFolder()
        let created = exchange(
            "POST", "/orders/0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b11?amount=12.5",
            #"{"amount":12.5,"time":"2026-01-02T03:04:05Z","count":0}"#, 201,
            #"{"id":"9F1C0D4E-2B7A-4C55-8E21-3D4F5A6B7C8D","at":"2026-01-02T03:04:05Z","total":25.0}"#)
        let read = exchange(
            "GET", "/orders/9F1C0D4E-2B7A-4C55-8E21-3D4F5A6B7C8D?since=2026-01-02T03:04:05Z&total=25.0", nil, 200, "{}")
        let found = exchange(
            "POST", "/graphql",
            #"{"query":"query Find($text: String!) { orders(text: $text) { id } }","variables":{"text":"tea"},"operationName":"Find"}"#,
            200, "{}")
        try folder.write(
            SpelledOrders.contract,
            ["create.one": [created], "search.tea": [found], "create and read": [created, read]], of: "orders")
        let run = try await Attack.run(
            ["verify", "--only", "orders/client/*", "--only", "orders/scenario/*", "--only", "orders/response/*"],
            in: folder.url, ["SPELLING": spelling.rawValue], within: 90)
        let isSound = spelling == .asRecorded || spelling == .otherwise
        #expect(run.end == .exit(isSound ? 0 : 1), "\(run)")
        #expect(run.text.contains("replay.no-match") == !isSound, "\(run)")
    }

    private func exchange(
        _ method: String, _ path: String, _ sent: String?, _ status: Int, _ body: String
    ) -> HTTPExchange {
        HTTPExchange(
            request: RecordedRequest(
                method: method, url: "https://orders.example.com\(path)",
                headers: sent == nil ? [:] : ["Content-Type": "application/json"], body: sent.map { Array($0.utf8) }),
            response: RecordedResponse(
                status: status, headers: ["Content-Type": "application/json"], body: Array(body.utf8)))
    }
}
