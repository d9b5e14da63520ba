import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The cookie is sent, too.
let signOutWithCookie = Plant(
    "the cookie is sent, too", in: "on-the-map", builder: "signOut",
    finds: [
        "request.header": ["request"]
    ]
) { arguments in
    var request = try arguments.soundSignOut
    request.setValue("XSRF-TOKEN=\(try arguments["token"] as String)", forHTTPHeaderField: "Cookie")
    return request
}
