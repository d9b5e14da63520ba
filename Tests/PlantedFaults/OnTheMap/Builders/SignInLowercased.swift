import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A name is lower-cased.
let signInLowercased = Plant(
    "a name is lower-cased", in: "on-the-map", builder: "signIn",
    finds: [
        "request.body": ["request/body/udacity/username"]
    ]
) { arguments in
    var request = try arguments.soundSignIn
    let username = (try arguments["username"] as String).lowercased()
    request.httpBody = try JSONEncoder().encode([
        "udacity": ["username": username, "password": try arguments["password"]]
    ])
    return request
}
