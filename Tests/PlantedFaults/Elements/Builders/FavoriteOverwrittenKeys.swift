import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Two values are swapped in the body.
let favoriteOverwrittenKeys = Plant(
    "two values are swapped in the body", in: "elements", builder: "favorite",
    finds: [
        "request.body": ["request/body/elementName", "request/body/elementSymbol"]
    ]
) { arguments in
    try ElementsAPI.favorite(
        favoritedBy: arguments["favoritedBy"], elementName: arguments["elementSymbol"],
        elementSymbol: arguments["elementName"])
}
