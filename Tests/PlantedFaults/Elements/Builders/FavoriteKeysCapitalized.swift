import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The keys of the body are in the wrong case.
let favoriteKeysCapitalized = Plant(
    "the keys of the body are in the wrong case", in: "elements", builder: "favorite",
    finds: [
        "request.body": [
            "request/body/favoritedBy", "request/body/elementName", "request/body/elementSymbol",
            "request/body/FavoritedBy", "request/body/ElementName", "request/body/ElementSymbol",
        ]
    ]
) { arguments in
    var request = try arguments.soundFavorite
    request.httpBody = try JSONEncoder().encode([
        "FavoritedBy": try arguments["favoritedBy"] as String, "ElementName": try arguments["elementName"],
        "ElementSymbol": try arguments["elementSymbol"],
    ])
    return request
}
