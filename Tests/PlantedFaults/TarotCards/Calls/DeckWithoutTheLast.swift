import ContractChecking
import ExampleClients
import Foundation

/// The last card is forgotten.
let deckWithoutTheLast = Plant(
    "the last card is forgotten", in: "tarot-cards", call: "deck",
    finds: [
        "client.returns": ["cases/0/returns/minItems"],
        "replay.unplayed": ["cases/0"],
    ]
) { _, transport in
    var cards: [TarotCard] = []
    for number in 0..<22 { cards.append(try await TarotClient(transport: transport.send).card(number: number)) }
    return cards
}
