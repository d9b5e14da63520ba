import ExampleClients
import Foundation
import Testing

@Test("the order is another") func deckInReverse() async {
    await expect(
        [
            "client.returns": [
                "cases/0/returns/prefixItems/0/properties/title/const",
                "cases/0/returns/prefixItems/1/properties/title/const",
                "cases/0/returns/prefixItems/2/properties/title/const",
            ]
        ],
        of: .call("tarot-cards/deck") { _, transport in
            try await TarotClient(transport: transport.send).deck().reversed() as [TarotCard]
        })
}
