import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The path is another.
let userByPlural = Plant(
    "the path is another", in: "on-the-map", builder: "user",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    var request = try arguments.soundUser
    let key: String = try arguments["key"]
    request.url = URL(string: "https://onthemap-api.udacity.com/v1/user/\(key.percentEncoded)")
    return request
}
