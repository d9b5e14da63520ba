import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a header is misspelt") func signOutWithoutToken() async {
    await expect(
        ["request.header": ["request/headers/X-XSRF-TOKEN", "request"]],
        of: .builder("on-the-map/signOut") { arguments in
            var request = try arguments.soundSignOut
            request.setValue(nil, forHTTPHeaderField: "X-XSRF-TOKEN")
            request.setValue(try arguments["token"], forHTTPHeaderField: "X-CSRF-TOKEN")
            return request
        })
}
