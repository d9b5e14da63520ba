import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the method is another") func favoriteByPUT() async {
    await expect(
        ["request.method": ["request/method"]],
        of: .builder("elements/favorite") { arguments in
            var request = try arguments.soundFavorite
            request.httpMethod = "PUT"
            return request
        })
}
