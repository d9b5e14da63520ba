import ExampleClients
import Foundation
import Testing

@Test("the last card is forgotten") func deckWithoutTheLast() async {
    await expect(
        ["client.returns": ["cases/0/returns/minItems"], "replay.unplayed": ["cases/0"]],
        of: .call("tarot-cards/deck") { _, transport in
            var cards: [TarotCard] = []
            for number in 0..<22 { cards.append(try await TarotClient(transport: transport.send).card(number: number)) }
            return cards
        })
}
