import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The body does not say what it is.
let favoriteWithoutType = Plant(
    "the body does not say what it is", in: "elements", builder: "favorite",
    finds: [
        "request.header": ["request/headers/Content-Type"]
    ]
) { arguments in
    var request = try arguments.soundFavorite
    request.setValue(nil, forHTTPHeaderField: "Content-Type")
    return request
}
