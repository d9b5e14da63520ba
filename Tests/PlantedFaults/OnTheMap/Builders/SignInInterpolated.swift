import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The body is put together as text.
let signInInterpolated = Plant(
    "the body is put together as text", in: "on-the-map", builder: "signIn",
    finds: [
        "request.body": ["request/body"]
    ]
) { arguments in
    var request = try arguments.soundSignIn
    let (username, password): (String, String) = try (arguments["username"], arguments["password"])
    request.httpBody = Data("{\"udacity\": {\"username\": \"\(username)\", \"password\": \"\(password)\"}}".utf8)
    return request
}
