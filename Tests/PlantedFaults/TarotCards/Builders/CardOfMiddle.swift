import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One card in the middle is refused.
let cardOfMiddle = Plant(
    "one card in the middle is refused", in: "tarot-cards", builder: "card",
    finds: [
        "request.refused": ["arguments/number"]
    ]
) { arguments in
    let number: Int = try arguments["number"]
    guard number != 21 else { throw TarotError.couldNotMakeCard(number: number) }
    return try TarotAPI.card(number: number)
}
