import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Name and password stand one level too high.
let signInFlat = Plant(
    "name and password stand one level too high", in: "on-the-map", builder: "signIn",
    finds: [
        "request.body": ["request/body/udacity", "request/body/username", "request/body/password"]
    ]
) { arguments in
    var request = try arguments.soundSignIn
    request.httpBody = try JSONEncoder().encode([
        "username": try arguments["username"] as String, "password": try arguments["password"],
    ])
    return request
}
