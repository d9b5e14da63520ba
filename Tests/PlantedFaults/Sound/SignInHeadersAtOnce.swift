import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// All headers are set at once, in lower case.
let signInHeadersAtOnce = Plant(
    "all headers are set at once, in lower case", in: "on-the-map", builder: "signIn",
    finds: [:]
) { arguments in
    var request = try arguments.soundSignIn
    let configuration = try arguments.configuration
    request.allHTTPHeaderFields = nil
    for (name, value) in [
        ("x-parse-rest-api-key", configuration.restAPIKey), ("accept", "application/json"),
        ("x-parse-application-id", configuration.applicationID), ("content-type", "application/json"),
    ] {
        for other in request.allHTTPHeaderFields?.keys.map({ $0 }) ?? [] where other.lowercased() == name {
            request.setValue(nil, forHTTPHeaderField: other)
        }
        request.setValue(value, forHTTPHeaderField: name)
    }
    return request
}
