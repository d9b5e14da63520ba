import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key is appended as a path.
let userAppended = Plant(
    "a key is appended as a path", in: "on-the-map", builder: "user",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    var request = try arguments.soundUser
    let key: String = try arguments["key"]
    request.url = URL(string: "https://onthemap-api.udacity.com/v1/users")?.appendingPathComponent(key)
    return request
}
