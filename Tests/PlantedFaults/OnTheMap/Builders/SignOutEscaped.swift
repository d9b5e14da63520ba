import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a header is percent-encoded") func signOutEscaped() async {
    await expect(
        ["request.header": ["request/headers/X-XSRF-TOKEN"]],
        of: .builder("on-the-map/signOut") { arguments in
            var request = try arguments.soundSignOut
            request.setValue((try arguments["token"] as String).percentEncoded, forHTTPHeaderField: "X-XSRF-TOKEN")
            return request
        })
}
