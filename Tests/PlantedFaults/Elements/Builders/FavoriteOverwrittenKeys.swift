import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("two values are swapped in the body") func favoriteOverwrittenKeys() async {
    await expect(
        ["request.body": ["request/body/elementName", "request/body/elementSymbol"]],
        of: .builder("elements/favorite") { arguments in
            try ElementsAPI.favorite(
                favoritedBy: arguments["favoritedBy"], elementName: arguments["elementSymbol"],
                elementSymbol: arguments["elementName"])
        })
}
