import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("name and password stand in the URL, too") func signInInURL() async {
    await expect(
        ["request.query": ["request"]],
        of: .builder("on-the-map/signIn") { arguments in
            var request = try arguments.soundSignIn
            let (username, password): (String, String) = try (arguments["username"], arguments["password"])
            request.url = URL(
                string:
                    "https://onthemap-api.udacity.com/v1/session?u=\(username.percentEncoded)&p=\(password.percentEncoded)"
            )
            return request
        })
}
