import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads cards, one by one or the whole deck.
package struct TarotClient: Sendable {
    private let transport: HTTPTransport

    package init(transport: @escaping HTTPTransport) {
        self.transport = transport
    }

    /// Reads one card.
    ///
    /// - Throws: ``TarotError``, or `CancellationError`.
    package func card(number: Int) async throws -> TarotCard {
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
    package func deck() async throws -> [TarotCard] {
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

/// The requests the tarot service understands.
package enum TarotAPI {
    /// The numbers of the cards, in the order of the deck.
    package static let numbers = 0...22

    /// Asks for one card.
    ///
    /// - Throws: ``TarotError/couldNotMakeCard(number:)`` where there is no card of that number.
    package static func card(number: Int) throws -> URLRequest {
        guard numbers.contains(number) else { throw TarotError.couldNotMakeCard(number: number) }
        return URLRequest(
            .get,
            try URL(
                origin: "http://martyav.site.swiftengine.net", path: ["tarot-deck.ssp"],
                query: [("card", String(number))]))
    }
}

/// A card of the major arcana.
package struct TarotCard: Sendable, Hashable {
    package let title: String
    package let imageAddress: URL
    package let description: String

    /// Reads a JSON object; `nil` where a member is missing or no string, or the image no http or https address.
    package init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

/// The reason why a card, or the deck, could not be had.
package enum TarotError: LocalizedError, Sendable, Hashable {
    /// The answer is no JSON object.
    case jsonCastFailed
    /// The answer has no object `response`, which holds the card.
    case noCardKeys
    /// There is no such card, or a member of it is missing or wrong.
    case couldNotMakeCard(number: Int)
    case badStatus(Int)
    case connectionFailed

    package var errorDescription: String? {
        switch self {
        case .jsonCastFailed: "Unable to read the answer of the server."
        case .noCardKeys: "The server's answer holds no card."
        case .couldNotMakeCard(let number): "Card \(number) could not be made."
        case .badStatus(let status): "The server could not answer (status \(status))."
        case .connectionFailed: "Unable to connect to the server."
        }
    }
}
