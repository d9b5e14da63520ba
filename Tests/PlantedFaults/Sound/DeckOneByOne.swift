import ExampleClients
import Foundation
import Testing

@Test("cards that are asked for one by one, from the last") func deckOneByOne() async {
    await expectNothing(
        of: .call("tarot-cards/deck") { _, transport in
            var cards: [TarotCard] = []
            for number in TarotAPI.numbers.reversed() {
                cards.insert(try await TarotClient(transport: transport.send).card(number: number), at: 0)
            }
            return cards
        })
}
