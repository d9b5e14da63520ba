import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a key is escaped as if it were the whole path") func userForPath() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("on-the-map/user") { arguments in
            var request = try arguments.soundUser
            let key: String = try arguments["key"]
            let escaped = key.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
            request.url = URL(string: "https://onthemap-api.udacity.com/v1/users/\(escaped)")
            return request
        })
}
