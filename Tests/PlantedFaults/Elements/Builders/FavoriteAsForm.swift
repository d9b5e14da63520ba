import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the body is a form") func favoriteAsForm() async {
    await expect(
        ["request.body": ["request/body"], "request.header": ["request/headers/Content-Type"]],
        of: .builder("elements/favorite") { arguments in
            var request = try arguments.soundFavorite
            let names = ["favoritedBy", "elementName", "elementSymbol"]
            request.httpBody = Data(
                try names.map { "\($0)=\((try arguments[$0] as String).percentEncoded)" }.joined(separator: "&").utf8)
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            return request
        })
}
