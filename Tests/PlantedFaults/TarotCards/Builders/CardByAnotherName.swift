import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A pair has another name.
let cardByAnotherName = Plant(
    "a pair has another name", in: "tarot-cards", builder: "card",
    finds: [
        "request.query": ["request/query/card", "request/query"]
    ]
) { arguments in
    let number: Int = try arguments["number"]
    _ = try TarotAPI.card(number: number)
    return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?number=\(number)")
}
