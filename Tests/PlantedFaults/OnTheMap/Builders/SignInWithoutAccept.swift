import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A header is missing.
let signInWithoutAccept = Plant(
    "a header is missing", in: "on-the-map", builder: "signIn",
    finds: [
        "request.header": ["request/headers/Accept"]
    ]
) { arguments in
    var request = try arguments.soundSignIn
    request.setValue(nil, forHTTPHeaderField: "Accept")
    return request
}
