import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request without a body has one.
let cardWithBody = Plant(
    "a request without a body has one", in: "tarot-cards", builder: "card",
    finds: [
        "request.body": ["request"]
    ]
) { arguments in
    var request = try TarotAPI.card(number: arguments["number"])
    request.httpBody = Data("{}".utf8)
    return request
}
