import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the body does not say what it is") func favoriteWithoutType() async {
    await expect(
        ["request.header": ["request/headers/Content-Type"]],
        of: .builder("elements/favorite") { arguments in
            var request = try arguments.soundFavorite
            request.setValue(nil, forHTTPHeaderField: "Content-Type")
            return request
        })
}
