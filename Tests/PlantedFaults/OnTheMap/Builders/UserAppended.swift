import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a key is appended as a path") func userAppended() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("on-the-map/user") { arguments in
            var request = try arguments.soundUser
            let key: String = try arguments["key"]
            request.url = URL(string: "https://onthemap-api.udacity.com/v1/users")?.appendingPathComponent(key)
            return request
        })
}
