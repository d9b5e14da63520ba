import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A header takes any text.
let signOutUnchecked = Plant(
    "a header takes any text", in: "on-the-map", builder: "signOut",
    finds: [
        "request.header": ["request/headers/X-XSRF-TOKEN"],
        "rejects.built": ["rejects/0", "rejects/1", "rejects/2"],
    ]
) { arguments in
    var request = try OnTheMapAPI.signOut(token: "x", configuration: arguments.configuration)
    request.setValue(try arguments["token"], forHTTPHeaderField: "X-XSRF-TOKEN")
    return request
}
