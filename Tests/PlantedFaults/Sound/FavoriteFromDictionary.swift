import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A body whose members are in no order.
let favoriteFromDictionary = Plant(
    "a body whose members are in no order", in: "elements", builder: "favorite",
    finds: [:]
) { arguments in
    var request = try arguments.soundFavorite
    let body: [String: String] = [
        "elementSymbol": try arguments["elementSymbol"], "elementName": try arguments["elementName"],
        "favoritedBy": try arguments["favoritedBy"],
    ]
    request.httpBody = try JSONEncoder().encode(body)
    return request
}
