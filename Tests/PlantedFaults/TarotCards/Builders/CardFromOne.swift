import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Cards are counted from one.
let cardFromOne = Plant(
    "cards are counted from one", in: "tarot-cards", builder: "card",
    finds: [
        "request.query": ["request/query/card"]
    ]
) { arguments in
    let number: Int = try arguments["number"]
    _ = try TarotAPI.card(number: number)
    return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?card=\(number + 1)")
}
