import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the path is another") func userByPlural() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("on-the-map/user") { arguments in
            var request = try arguments.soundUser
            let key: String = try arguments["key"]
            request.url = URL(string: "https://onthemap-api.udacity.com/v1/user/\(key.percentEncoded)")
            return request
        })
}
