import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The first card is refused.
let cardZeroRefused = Plant(
    "the first card is refused", in: "tarot-cards", builder: "card",
    finds: [
        "request.refused": ["cases/0"]
    ]
) { arguments in
    let number: Int = try arguments["number"]
    guard number > 0 else { throw TarotError.couldNotMakeCard(number: number) }
    return try TarotAPI.card(number: number)
}
