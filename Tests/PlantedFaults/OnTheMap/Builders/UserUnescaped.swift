import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key stands in the path as it is.
let userUnescaped = Plant(
    "a key stands in the path as it is", in: "on-the-map", builder: "user",
    finds: [
        "request.path": ["request/path"],
        "request.query": ["request"],
        "request.url": ["request"],
    ]
) { arguments in
    var request = try arguments.soundUser
    let key: String = try arguments["key"]
    request.url = URL(string: "https://onthemap-api.udacity.com/v1/users/\(key)")
    return request
}
