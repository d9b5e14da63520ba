import Foundation

package struct TarotClient: Sendable {
    private let transport: HTTPTransport

    package init(transport: @escaping HTTPTransport) {
        self.transport = transport
    }

    /// - Throws: ``TarotError`` or `CancellationError`.
    package func card(number: Int) async throws -> TarotCard {
        let request = try TarotAPI.card(number: number)
        let reply = try await HTTPReply.receive(request, over: transport, notHTTP: TarotError.jsonCastFailed) { _ in
            .connectionFailed
        }
        guard reply.isSuccess else { throw TarotError.badStatus(reply.status) }
        guard let response = try reply.object(orThrow: TarotError.jsonCastFailed)["response"] as? [String: Any] else {
            throw TarotError.noCardKeys
        }
        guard let card = TarotCard(json: response) else { throw TarotError.couldNotMakeCard(number: number) }
        return card
    }

    /// Loads all cards concurrently and returns them in deck order. The first failure cancels the other requests.
    ///
    /// - Throws: ``TarotError`` or `CancellationError`.
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

package enum TarotAPI {
    package static let numbers = 0...22

    /// Returns the request for a card.
    ///
    /// - Throws: ``TarotError/couldNotMakeCard(number:)`` if the number is out of range.
    package static func card(number: Int) throws -> URLRequest {
        guard numbers.contains(number) else { throw TarotError.couldNotMakeCard(number: number) }
        return URLRequest(
            .get,
            try URL(
                origin: "http://martyav.site.swiftengine.net", path: ["tarot-deck.ssp"],
                query: [("card", String(number))]))
    }
}

package struct TarotCard: JSONReadable, Sendable, Hashable {
    package let title: String
    package let imageAddress: URL
    package let description: String

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        title = try record["title"].string()
        imageAddress = try record["image"].webAddress()
        description = try record["description"].string()
    }
}

package enum TarotError: LocalizedError, Sendable, Hashable {
    /// The response is not a JSON object.
    case jsonCastFailed
    /// The response lacks the object `response`, which contains the card.
    case noCardKeys
    /// The number is out of range, or a member of the card is missing or invalid.
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
