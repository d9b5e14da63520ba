import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Cards after the twentieth are refused.
let cardAfterTwenty = Plant(
    "cards after the twentieth are refused", in: "tarot-cards", builder: "card",
    finds: [
        "request.refused": ["cases/1"]
    ]
) { arguments in
    let number: Int = try arguments["number"]
    guard number <= 20 else { throw TarotError.couldNotMakeCard(number: number) }
    return try TarotAPI.card(number: number)
}
