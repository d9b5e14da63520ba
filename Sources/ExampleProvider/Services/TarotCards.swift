/// A deck of 23 cards, one a call, as a script of swiftengine.net deals them.
struct TarotCards: Sendable {
    /// The card whose number the query gives; the script fails for any other text, as its original does.
    func card(_ request: Request) -> Response {
        guard let text = request.queryValue("card"), let number = Int(text), TarotTable.cards.indices.contains(number)
        else { return .page(500) }
        let (title, description) = TarotTable.cards[number]
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
