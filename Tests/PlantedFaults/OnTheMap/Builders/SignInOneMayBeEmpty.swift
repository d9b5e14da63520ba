import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Only both empty together are refused.
let signInOneMayBeEmpty = Plant(
    "only both empty together are refused", in: "on-the-map", builder: "signIn",
    finds: [
        "rejects.built": ["rejects/0", "rejects/1"]
    ]
) { arguments in
    let (username, password): (String, String) = try (arguments["username"], arguments["password"])
    if username.isEmpty && password.isEmpty { throw SignInError.empty }
    var request = try OnTheMapAPI.signIn(username: "x", password: "x", configuration: arguments.configuration)
    request.httpBody = try JSONEncoder().encode(["udacity": ["username": username, "password": password]])
    return request
}
