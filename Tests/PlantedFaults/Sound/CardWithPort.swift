import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The port stands in the URL.
let cardWithPort = Plant(
    "the port stands in the URL", in: "tarot-cards", builder: "card",
    finds: [:]
) { arguments in
    let number: Int = try arguments["number"]
    _ = try TarotAPI.card(number: number)
    return try URLRequest(text: "http://martyav.site.swiftengine.net:80/tarot-deck.ssp?card=\(number)")
}
