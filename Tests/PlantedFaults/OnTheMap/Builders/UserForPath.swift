import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key is escaped as if it were the whole path.
let userForPath = Plant(
    "a key is escaped as if it were the whole path", in: "on-the-map", builder: "user",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    var request = try arguments.soundUser
    let key: String = try arguments["key"]
    let escaped = key.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
    request.url = URL(string: "https://onthemap-api.udacity.com/v1/users/\(escaped)")
    return request
}
