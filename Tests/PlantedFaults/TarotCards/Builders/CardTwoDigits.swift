import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A number has two digits.
let cardTwoDigits = Plant(
    "a number has two digits", in: "tarot-cards", builder: "card",
    finds: [
        "request.query": ["request/query/card"]
    ]
) { arguments in
    let number: Int = try arguments["number"]
    _ = try TarotAPI.card(number: number)
    return try URLRequest(
        text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?card=" + String(format: "%02d", number))
}
