import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a header is missing") func signInWithoutAccept() async {
    await expect(
        ["request.header": ["request/headers/Accept"]],
        of: .builder("on-the-map/signIn") { arguments in
            var request = try arguments.soundSignIn
            request.setValue(nil, forHTTPHeaderField: "Accept")
            return request
        })
}
