import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The number stands in the path.
let cardInPath = Plant(
    "the number stands in the path", in: "tarot-cards", builder: "card",
    finds: [
        "request.path": ["request/path"],
        "request.query": ["request/query/card"],
    ]
) { arguments in
    let number: Int = try arguments["number"]
    _ = try TarotAPI.card(number: number)
    return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp/\(number)")
}
