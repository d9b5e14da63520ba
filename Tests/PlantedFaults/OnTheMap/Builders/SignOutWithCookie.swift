import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the cookie is sent, too") func signOutWithCookie() async {
    await expect(
        ["request.header": ["request"]],
        of: .builder("on-the-map/signOut") { arguments in
            var request = try arguments.soundSignOut
            request.setValue("XSRF-TOKEN=\(try arguments["token"] as String)", forHTTPHeaderField: "Cookie")
            return request
        })
}
