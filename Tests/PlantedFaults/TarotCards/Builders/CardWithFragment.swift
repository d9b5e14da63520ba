import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The number stands in the fragment, too.
let cardWithFragment = Plant(
    "the number stands in the fragment, too", in: "tarot-cards", builder: "card",
    finds: [
        "request.url": ["request"]
    ]
) { arguments in
    let number: Int = try arguments["number"]
    _ = try TarotAPI.card(number: number)
    return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?card=\(number)#\(number)")
}
