import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("only both empty together are refused") func signInOneMayBeEmpty() async {
    await expect(
        ["rejects.built": ["rejects/0", "rejects/1"]],
        of: .builder("on-the-map/signIn") { arguments in
            let (username, password): (String, String) = try (arguments["username"], arguments["password"])
            if username.isEmpty && password.isEmpty { throw SignInError.empty }
            var request = try OnTheMapAPI.signIn(username: "x", password: "x", configuration: arguments.configuration)
            request.httpBody = try JSONEncoder().encode(["udacity": ["username": username, "password": password]])
            return request
        })
}
