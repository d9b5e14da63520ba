import ContractChecking
import ExampleClients
import Foundation

/// Every card is the first.
let cardAlwaysTheFirst = Plant(
    "every card is the first", in: "tarot-cards", call: "card",
    finds: [
        "replay.no-match": ["cases/1"]
    ]
) { arguments, transport in
    let number: Int = try arguments["number"]
    return try await TarotClient(transport: transport.send).card(number: min(number, 0))
}
