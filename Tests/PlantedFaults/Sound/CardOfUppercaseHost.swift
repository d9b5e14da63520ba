import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A host in capitals.
let cardOfUppercaseHost = Plant(
    "a host in capitals", in: "tarot-cards", builder: "card",
    finds: [:]
) { arguments in
    let number: Int = try arguments["number"]
    _ = try TarotAPI.card(number: number)
    return try URLRequest(text: "HTTP://MARTYAV.site.swiftengine.net/tarot-deck.ssp?card=\(number)")
}
