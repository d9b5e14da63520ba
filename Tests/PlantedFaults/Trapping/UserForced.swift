import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URL of any text is unwrapped by force.
let userForced = Plant(
    "a URL of any text is unwrapped by force", in: "on-the-map", builder: "user",
    finds: [
        "request.trap": [""]
    ]
) { arguments in
    var request = try arguments.soundUser
    let key: String = try arguments["key"]
    // swift-format-ignore: NeverForceUnwrap
    request.url = URL(string: "https://onthemap-api.udacity.com/v1/users/\(key)", encodingInvalidCharacters: false)!
    return request
}
