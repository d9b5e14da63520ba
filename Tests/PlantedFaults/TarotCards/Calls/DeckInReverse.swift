import ContractChecking
import ExampleClients
import Foundation

/// The order is another.
let deckInReverse = Plant(
    "the order is another", in: "tarot-cards", call: "deck",
    finds: [
        "client.returns": [
            "cases/0/returns/prefixItems/0/properties/title/const",
            "cases/0/returns/prefixItems/1/properties/title/const",
            "cases/0/returns/prefixItems/2/properties/title/const",
        ]
    ]
) { _, transport in
    try await TarotClient(transport: transport.send).deck().reversed() as [TarotCard]
}
