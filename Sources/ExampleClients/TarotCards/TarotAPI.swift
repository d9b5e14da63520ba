import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests the tarot service understands.
public enum TarotAPI {
    /// The numbers of the cards, in the order of the deck.
    public static let numbers = 0...22

    /// Asks for one card.
    ///
    /// - Throws: ``TarotError/couldNotMakeCard(number:)`` where there is no card of that number.
    public static func card(number: Int) throws -> URLRequest {
        guard numbers.contains(number) else { throw TarotError.couldNotMakeCard(number: number) }
        return URLRequest(
            .get,
            try URL(
                origin: "http://martyav.site.swiftengine.net", path: ["tarot-deck.ssp"],
                query: [("card", String(number))]))
    }
}
