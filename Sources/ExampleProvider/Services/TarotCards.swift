import LoopbackServer

/// A deck of 23 cards, one per call, as served by a script at swiftengine.net.
enum TarotCards {
    /// The titles and descriptions of the 22 cards of the major arcana, and of the printer's blank card.
    private static let cards = Table.rows(PackageResources.TarotCards_txt)

    /// Returns the card with the number in the query. Any other text is a server error, as in the original script.
    static func card(_ request: Request) -> Answer {
        guard let text = request.queryValue("card"), let number = Int(text), cards.indices.contains(number)
        else { return .page(500) }
        let (title, description) = (String(cards[number][0]), String(cards[number][1]))
        let file = title.lowercased().split(separator: " ").joined(separator: "-")
        return .json([
            "response": [
                "title": .string(title),
                "image": .string("http://martyav.site.swiftengine.net/images/\(file).jpg"),
                "description": .string(description),
            ]
        ])
    }
}
