import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A header is misspelt.
let signOutWithoutToken = Plant(
    "a header is misspelt", in: "on-the-map", builder: "signOut",
    finds: [
        "request.header": ["request/headers/X-XSRF-TOKEN", "request"]
    ]
) { arguments in
    var request = try arguments.soundSignOut
    request.setValue(nil, forHTTPHeaderField: "X-XSRF-TOKEN")
    request.setValue(try arguments["token"], forHTTPHeaderField: "X-CSRF-TOKEN")
    return request
}
