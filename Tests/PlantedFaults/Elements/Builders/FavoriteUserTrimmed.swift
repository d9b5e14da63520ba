import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("blanks around a name are lost") func favoriteUserTrimmed() async {
    await expect(
        ["request.body": ["request/body/favoritedBy"]],
        of: .builder("elements/favorite") { arguments in
            try ElementsAPI.favorite(
                favoritedBy: (arguments["favoritedBy"] as String).trimmingCharacters(in: .whitespaces),
                elementName: arguments["elementName"], elementSymbol: arguments["elementSymbol"])
        })
}
