import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Every request has a number of its own.
let cardWithNonce = Plant(
    "every request has a number of its own", in: "tarot-cards", builder: "card",
    finds: [
        "request.header": ["request"],
        "request.unstable": ["request"],
    ]
) { arguments in
    var request = try TarotAPI.card(number: arguments["number"])
    request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Request-Id")
    return request
}
