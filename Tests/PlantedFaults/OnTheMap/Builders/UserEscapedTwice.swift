import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key is escaped twice.
let userEscapedTwice = Plant(
    "a key is escaped twice", in: "on-the-map", builder: "user",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    var request = try arguments.soundUser
    let key: String = try arguments["key"]
    request.url = URL(string: "https://onthemap-api.udacity.com/v1/users/\(key.percentEncoded.percentEncoded)")
    return request
}
