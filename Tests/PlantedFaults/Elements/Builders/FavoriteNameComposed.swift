import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A name is normalised.
let favoriteNameComposed = Plant(
    "a name is normalised", in: "elements", builder: "favorite",
    finds: [
        "request.body": ["request/body/elementName"]
    ]
) { arguments in
    try ElementsAPI.favorite(
        favoritedBy: arguments["favoritedBy"],
        elementName: (arguments["elementName"] as String).precomposedStringWithCanonicalMapping,
        elementSymbol: arguments["elementSymbol"])
}
