import LoopbackServer

/// A deck of 23 cards, one per call, as served by a script at swiftengine.net.
struct TarotCards: Sendable {
    /// Returns the card with the number in the query. Any other text is a server error, as in the original script.
    func card(_ request: Request) -> Answer {
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

/// The 22 cards of the major arcana in order, and the printer's blank card.
enum TarotTable {
    static let cards: [(title: String, description: String)] = [
        ("The Fool", "A traveller sets out with a light bag and no map, and the road answers."),
        ("The Magician", "With the four suits on the table, skill turns a wish into a plan."),
        ("The High Priestess", "What is known in silence is not less known for it."),
        ("The Empress", "A garden that is tended feeds more people than its owner."),
        ("The Emperor", "Order is a roof: it shelters, and it keeps out the sky."),
        ("The Hierophant", "An old teacher hands on a key and does not say which door."),
        ("The Lovers", "Two paths meet, and choosing one is what makes it a path."),
        ("The Chariot", "Two horses pull apart until a steady hand gives them one direction."),
        ("Strength", "A calm hand closes the lion's mouth where force would have lost a finger."),
        ("The Hermit", "One lamp is enough to see the next step, and the next step is enough."),
        ("Wheel of Fortune", "What is below comes up again; nobody is told when."),
        ("Justice", "The scales weigh what was done, and the sword what follows from it."),
        ("The Hanged Man", "Seen upside down, the knot turns out to be a ladder."),
        ("Death", "An ending clears the field in which the next thing is already sown."),
        ("Temperance", "Water is poured from cup to cup until neither is too full."),
        ("The Devil", "The chain is loose enough to be lifted off by whoever notices it."),
        ("The Tower", "Lightning shows in a second what the plaster hid for years."),
        ("The Star", "After the storm someone kneels by the water and begins to hope."),
        ("The Moon", "By half light a dog looks like a wolf, and a shadow like a way."),
        ("The Sun", "A child rides out of the walled garden into plain day."),
        ("Judgement", "A trumpet calls, and what was put aside stands up to be counted."),
        ("The World", "The dancer closes the circle, which is where the Fool sets out."),
        ("The Blank Card", "The printers left one card white, for what the others do not say."),
    ]
}
