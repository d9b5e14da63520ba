import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("all headers are set at once, in lower case") func signInHeadersAtOnce() async {
    await expectNothing(
        of: .builder("on-the-map/signIn") { arguments in
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
        })
}
