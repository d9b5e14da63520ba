import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Name and password stand in the URL, too.
let signInInURL = Plant(
    "name and password stand in the URL, too", in: "on-the-map", builder: "signIn",
    finds: [
        "request.query": ["request"]
    ]
) { arguments in
    var request = try arguments.soundSignIn
    let (username, password): (String, String) = try (arguments["username"], arguments["password"])
    request.url = URL(
        string: "https://onthemap-api.udacity.com/v1/session?u=\(username.percentEncoded)&p=\(password.percentEncoded)")
    return request
}
