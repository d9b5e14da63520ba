import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a body that is indented, and escapes slashes") func favoritePrettyPrinted() async {
    await expectNothing(
        of: .builder("elements/favorite") { arguments in
            var request = try arguments.soundFavorite
            let body: [String: String] = [
                "elementSymbol": try arguments["elementSymbol"], "elementName": try arguments["elementName"],
                "favoritedBy": try arguments["favoritedBy"],
            ]
            request.httpBody = try JSONSerialization.data(withJSONObject: body, options: [.prettyPrinted, .sortedKeys])
            return request
        })
}
