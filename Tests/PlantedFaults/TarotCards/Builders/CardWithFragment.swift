import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the number stands in the fragment, too") func cardWithFragment() async {
    await expect(
        ["request.url": ["request"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            _ = try TarotAPI.card(number: number)
            return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?card=\(number)#\(number)")
        })
}
