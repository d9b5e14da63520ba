import Foundation

/// Reads cards, one by one or the whole deck.
public struct TarotClient: Sendable {
    private let transport: HTTPTransport

    /// Makes a client that performs its requests over a transport.
    public init(transport: @escaping HTTPTransport) {
        self.transport = transport
    }

    /// Reads one card.
    ///
    /// - Throws: ``TarotError``, or `CancellationError`.
    public func card(number: Int) async throws -> TarotCard {
        let request = try TarotAPI.card(number: number)
        let reply = try await HTTPReply.receive(request, over: transport) { fault -> TarotError in
            switch fault {
            case .connection: .connectionFailed
            case .notHTTP: .jsonCastFailed
            }
        }
        guard reply.isSuccess else { throw TarotError.badStatus(reply.status) }
        guard let response = try reply.object(orThrow: TarotError.jsonCastFailed)["response"] as? [String: Any] else {
            throw TarotError.noCardKeys
        }
        guard let card = TarotCard(json: response) else { throw TarotError.couldNotMakeCard(number: number) }
        return card
    }

    /// Reads all cards at once and gives them in the order of the deck, whichever arrives first.
    ///
    /// The first card that fails ends the call, and the others are cancelled.
    ///
    /// - Throws: ``TarotError``, or `CancellationError`.
    public func deck() async throws -> [TarotCard] {
        try await withThrowingTaskGroup(of: (number: Int, card: TarotCard).self) { group in
            for number in TarotAPI.numbers {
                group.addTask { (number, try await card(number: number)) }
            }
            var cards: [(number: Int, card: TarotCard)] = []
            for try await card in group { cards.append(card) }
            return cards.sorted { $0.number < $1.number }.map(\.card)
        }
    }
}
