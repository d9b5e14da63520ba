import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a header is added to where it is already set") func favoriteTypeTwice() async {
    await expect(
        ["request.header": ["request/headers/Content-Type"]],
        of: .builder("elements/favorite") { arguments in
            var request = try arguments.soundFavorite
            request.addValue("application/json", forHTTPHeaderField: "Content-Type")
            return request
        })
}
