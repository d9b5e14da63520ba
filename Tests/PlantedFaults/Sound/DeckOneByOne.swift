import ContractChecking
import ExampleClients
import Foundation

/// Cards that are asked for one by one, from the last.
let deckOneByOne = Plant(
    "cards that are asked for one by one, from the last", in: "tarot-cards", call: "deck",
    finds: [:]
) { _, transport in
    var cards: [TarotCard] = []
    for number in TarotAPI.numbers.reversed() {
        cards.insert(try await TarotClient(transport: transport.send).card(number: number), at: 0)
    }
    return cards
}
