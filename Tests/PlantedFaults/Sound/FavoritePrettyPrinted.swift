import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A body that is indented, and escapes slashes.
let favoritePrettyPrinted = Plant(
    "a body that is indented, and escapes slashes", in: "elements", builder: "favorite",
    finds: [:]
) { arguments in
    var request = try arguments.soundFavorite
    let body: [String: String] = [
        "elementSymbol": try arguments["elementSymbol"], "elementName": try arguments["elementName"],
        "favoritedBy": try arguments["favoritedBy"],
    ]
    request.httpBody = try JSONSerialization.data(withJSONObject: body, options: [.prettyPrinted, .sortedKeys])
    return request
}
