import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a body of dictionaries, whose members are in no order") func signInFromDictionaries() async {
    await expectNothing(
        of: .builder("on-the-map/signIn") { arguments in
            var request = try arguments.soundSignIn
            let (username, password): (String, String) = try (arguments["username"], arguments["password"])
            request.httpBody = try JSONEncoder().encode(["udacity": ["username": username, "password": password]])
            return request
        })
}
