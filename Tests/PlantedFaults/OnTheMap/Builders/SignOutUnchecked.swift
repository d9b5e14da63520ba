import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a header takes any text") func signOutUnchecked() async {
    await expect(
        ["rejects.built": ["rejects/0", "rejects/1", "rejects/2"]],
        of: .builder("on-the-map/signOut") { arguments in
            var request = try OnTheMapAPI.signOut(token: "x", configuration: arguments.configuration)
            request.setValue(try arguments["token"], forHTTPHeaderField: "X-XSRF-TOKEN")
            return request
        })
}
