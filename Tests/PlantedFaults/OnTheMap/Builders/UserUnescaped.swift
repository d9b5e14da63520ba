import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a key stands in the path as it is") func userUnescaped() async {
    await expect(
        ["request.path": ["request/path"], "request.query": ["request"], "request.url": ["request"]],
        of: .builder("on-the-map/user") { arguments in
            var request = try arguments.soundUser
            let key: String = try arguments["key"]
            request.url = URL(string: "https://onthemap-api.udacity.com/v1/users/\(key)")
            return request
        })
}
