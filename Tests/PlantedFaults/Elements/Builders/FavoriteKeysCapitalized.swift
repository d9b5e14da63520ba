import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the keys of the body are in the wrong case") func favoriteKeysCapitalized() async {
    await expect(
        [
            "request.body": [
                "request/body/favoritedBy", "request/body/elementName", "request/body/elementSymbol",
                "request/body/FavoritedBy", "request/body/ElementName", "request/body/ElementSymbol",
            ]
        ],
        of: .builder("elements/favorite") { arguments in
            var request = try arguments.soundFavorite
            request.httpBody = try JSONEncoder().encode([
                "FavoritedBy": try arguments["favoritedBy"] as String, "ElementName": try arguments["elementName"],
                "ElementSymbol": try arguments["elementSymbol"],
            ])
            return request
        })
}
