import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a name is normalised") func favoriteNameComposed() async {
    await expect(
        ["request.body": ["request/body/elementName"]],
        of: .builder("elements/favorite") { arguments in
            try ElementsAPI.favorite(
                favoritedBy: arguments["favoritedBy"],
                elementName: (arguments["elementName"] as String).precomposedStringWithCanonicalMapping,
                elementSymbol: arguments["elementSymbol"])
        })
}
