import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct TarotTests {
    private static func number(in request: URLRequest) -> Int? {
        request.url?.query?.split(separator: "=").last.flatMap { Int($0) }
    }

    private static func card(_ number: Int) -> String {
        #"{"response":{"title":"Card \#(number)","image":"http://a.example/\#(number).jpg","description":"d"}}"#
    }

    @Test func keepsTheDeckInOrderIfCardsArriveInReverse() async throws {
        let gate = ReverseGate(count: 23)
        let arrivals = Counter()
        let client = TarotClient { request in
            try await gate.pass()  // opens only when all 23 requests are under way at once
            await arrivals.increment()
            await gate.leave()
            return try Stub.reply(Self.card(try #require(Self.number(in: request))).utf8)
        }
        let deck = try await client.deck()
        #expect(deck.map(\.title) == (0...22).map { "Card \($0)" })
        #expect(await arrivals.count == 23)
    }

    @Test func failsTheDeckAndNamesABadCard() async {
        let client = TarotClient { request in
            let number = try #require(Self.number(in: request))
            return try Stub.reply((number == 7 ? #"{"response":{"title":"The Chariot"}}"# : Self.card(number)).utf8)
        }
        await #expect(throws: TarotError.couldNotMakeCard(number: 7)) { try await client.deck() }
    }

    @Test(arguments: [
        ("", TarotError.jsonCastFailed), ("[]", .jsonCastFailed), (#"{"response":"#, .jsonCastFailed),
        ("{}", .noCardKeys),
        (#"{"response":null}"#, .noCardKeys), (#"{"response":{}}"#, .couldNotMakeCard(number: 3)),
        (#"{"response":{"title":"t","image":"aa","description":"d"}}"#, .couldNotMakeCard(number: 3)),
    ])
    func everyFaultOfACardHasItsError(body: String, error: TarotError) async {
        await #expect(throws: error) { try await TarotClient(transport: Stub.transport(body)).card(number: 3) }
    }

    @Test(arguments: [-1, 23, .max, .min])
    func refusesACardBeyondTheDeck(number: Int) {
        #expect(throws: TarotError.couldNotMakeCard(number: number)) { try TarotAPI.card(number: number) }
    }

    @Test func doesNotBlameACardForACancellation() async throws {
        let started = Counter()
        let deck = Task {
            try await TarotClient { _ in
                await started.increment()
                try await Task.sleep(for: .seconds(600))
                throw URLError(.timedOut)
            }.deck()
        }
        try await started.reaches(23)
        deck.cancel()
        await #expect(throws: CancellationError.self) { try await deck.value }
    }
}
