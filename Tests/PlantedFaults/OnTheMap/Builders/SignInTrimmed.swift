import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Blanks around a name are lost.
let signInTrimmed = Plant(
    "blanks around a name are lost", in: "on-the-map", builder: "signIn",
    finds: [
        "request.body": ["request/body/udacity/username"]
    ]
) { arguments in
    var request = try arguments.soundSignIn
    let username = (try arguments["username"] as String).trimmingCharacters(in: .whitespacesAndNewlines)
    request.httpBody = try JSONEncoder().encode([
        "udacity": ["username": username, "password": try arguments["password"]]
    ])
    return request
}
