import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The method is another.
let favoriteByPUT = Plant(
    "the method is another", in: "elements", builder: "favorite",
    finds: [
        "request.method": ["request/method"]
    ]
) { arguments in
    var request = try arguments.soundFavorite
    request.httpMethod = "PUT"
    return request
}
