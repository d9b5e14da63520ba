import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a URL of any text is unwrapped by force", .isolated) func userForced() async throws {
    try await expectIsolated(
        ["request.trap": [""]],
        of: .builder("on-the-map/user") { arguments in
            var request = try arguments.soundUser
            let key: String = try arguments["key"]
            // swift-format-ignore: NeverForceUnwrap
            request.url = URL(
                string: "https://onthemap-api.udacity.com/v1/users/\(key)", encodingInvalidCharacters: false)!
            return request
        })
}
