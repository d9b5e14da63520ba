import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A header is added to where it is already set.
let favoriteTypeTwice = Plant(
    "a header is added to where it is already set", in: "elements", builder: "favorite",
    finds: [
        "request.header": ["request/headers/Content-Type"]
    ]
) { arguments in
    var request = try arguments.soundFavorite
    request.addValue("application/json", forHTTPHeaderField: "Content-Type")
    return request
}
