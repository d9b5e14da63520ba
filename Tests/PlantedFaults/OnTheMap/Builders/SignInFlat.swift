import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("name and password stand one level too high") func signInFlat() async {
    await expect(
        ["request.body": ["request/body/udacity", "request/body/username", "request/body/password"]],
        of: .builder("on-the-map/signIn") { arguments in
            var request = try arguments.soundSignIn
            request.httpBody = try JSONEncoder().encode([
                "username": try arguments["username"] as String, "password": try arguments["password"],
            ])
            return request
        })
}
