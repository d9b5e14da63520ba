import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Blanks around a name are lost.
let favoriteUserTrimmed = Plant(
    "blanks around a name are lost", in: "elements", builder: "favorite",
    finds: [
        "request.body": ["request/body/favoritedBy"]
    ]
) { arguments in
    try ElementsAPI.favorite(
        favoritedBy: (arguments["favoritedBy"] as String).trimmingCharacters(in: .whitespaces),
        elementName: arguments["elementName"], elementSymbol: arguments["elementSymbol"])
}
