import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A body of dictionaries, whose members are in no order.
let signInFromDictionaries = Plant(
    "a body of dictionaries, whose members are in no order", in: "on-the-map", builder: "signIn",
    finds: [:]
) { arguments in
    var request = try arguments.soundSignIn
    let (username, password): (String, String) = try (arguments["username"], arguments["password"])
    request.httpBody = try JSONEncoder().encode(["udacity": ["username": username, "password": password]])
    return request
}
