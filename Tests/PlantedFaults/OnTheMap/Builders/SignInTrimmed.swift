import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("blanks around a name are lost") func signInTrimmed() async {
    await expect(
        ["request.body": ["request/body/udacity/username"]],
        of: .builder("on-the-map/signIn") { arguments in
            var request = try arguments.soundSignIn
            let username = (try arguments["username"] as String).trimmingCharacters(in: .whitespacesAndNewlines)
            request.httpBody = try JSONEncoder().encode([
                "udacity": ["username": username, "password": try arguments["password"]]
            ])
            return request
        })
}
