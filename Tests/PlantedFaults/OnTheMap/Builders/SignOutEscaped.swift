import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A header is percent-encoded.
let signOutEscaped = Plant(
    "a header is percent-encoded", in: "on-the-map", builder: "signOut",
    finds: [
        "request.header": ["request/headers/X-XSRF-TOKEN"]
    ]
) { arguments in
    var request = try arguments.soundSignOut
    request.setValue((try arguments["token"] as String).percentEncoded, forHTTPHeaderField: "X-XSRF-TOKEN")
    return request
}
