import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the body is put together as text") func signInInterpolated() async {
    await expect(
        ["request.body": ["request/body"]],
        of: .builder("on-the-map/signIn") { arguments in
            var request = try arguments.soundSignIn
            let (username, password): (String, String) = try (arguments["username"], arguments["password"])
            request.httpBody = Data(
                "{\"udacity\": {\"username\": \"\(username)\", \"password\": \"\(password)\"}}".utf8)
            return request
        })
}
