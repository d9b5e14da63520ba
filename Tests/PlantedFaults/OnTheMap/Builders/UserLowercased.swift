import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a key is lower-cased") func userLowercased() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("on-the-map/user") { arguments in
            var request = try arguments.soundUser
            let key: String = try arguments["key"]
            request.url = URL(string: "https://onthemap-api.udacity.com/v1/users/\(key.lowercased().percentEncoded)")
            return request
        })
}
