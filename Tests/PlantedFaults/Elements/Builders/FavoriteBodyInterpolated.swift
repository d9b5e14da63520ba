import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the body is put together as text, so quotes break it") func favoriteBodyInterpolated() async {
    await expect(
        ["request.body": ["request/body"]],
        of: .builder("elements/favorite") { arguments in
            var request = try arguments.soundFavorite
            let (user, name, symbol): (String, String, String) = try (
                arguments["favoritedBy"], arguments["elementName"], arguments["elementSymbol"]
            )
            request.httpBody = Data(
                #"{"favoritedBy": "\#(user)", "elementName": "\#(name)", "elementSymbol": "\#(symbol)"}"#.utf8)
            return request
        })
}
