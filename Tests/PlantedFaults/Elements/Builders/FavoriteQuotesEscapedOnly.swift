import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("of what a text of JSON must escape, only quotes are escaped") func favoriteQuotesEscapedOnly() async {
    await expect(
        ["request.body": ["request/body"]],
        of: .builder("elements/favorite") { arguments in
            func quoted(_ text: String) -> String { "\"" + text.replacingOccurrences(of: "\"", with: "\\\"") + "\"" }
            var request = try arguments.soundFavorite
            let (user, name, symbol): (String, String, String) = try (
                arguments["favoritedBy"], arguments["elementName"], arguments["elementSymbol"]
            )
            request.httpBody = Data(
                #"{"favoritedBy": \#(quoted(user)), "elementName": \#(quoted(name)), "elementSymbol": \#(quoted(symbol))}"#
                    .utf8
            )
            return request
        })
}
