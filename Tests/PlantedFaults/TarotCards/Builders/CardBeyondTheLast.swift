import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// There is a card after the last.
let cardBeyondTheLast = Plant(
    "there is a card after the last", in: "tarot-cards", builder: "card",
    finds: [
        "rejects.built": ["rejects/1"]
    ]
) { arguments in
    let number: Int = try arguments["number"]
    guard number >= 0 else { throw TarotError.couldNotMakeCard(number: number) }
    return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?card=\(number)")
}
