import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that is never answered from memory, and has no method of its own.
let cardUncached = Plant(
    "a request that is never answered from memory, and has no method of its own", in: "tarot-cards", builder: "card",
    finds: [:]
) { arguments in
    let number: Int = try arguments["number"]
    guard let url = try TarotAPI.card(number: number).url else { throw TarotError.couldNotMakeCard(number: number) }
    return URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 10)
}
