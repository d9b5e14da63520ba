import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The body is put together as text, so quotes break it.
let favoriteBodyInterpolated = Plant(
    "the body is put together as text, so quotes break it", in: "elements", builder: "favorite",
    finds: [
        "request.body": ["request/body"]
    ]
) { arguments in
    var request = try arguments.soundFavorite
    let (user, name, symbol): (String, String, String) = try (
        arguments["favoritedBy"], arguments["elementName"], arguments["elementSymbol"]
    )
    request.httpBody = Data(
        #"{"favoritedBy": "\#(user)", "elementName": "\#(name)", "elementSymbol": "\#(symbol)"}"#.utf8)
    return request
}
