import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key is lower-cased.
let userLowercased = Plant(
    "a key is lower-cased", in: "on-the-map", builder: "user",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    var request = try arguments.soundUser
    let key: String = try arguments["key"]
    request.url = URL(string: "https://onthemap-api.udacity.com/v1/users/\(key.lowercased().percentEncoded)")
    return request
}
