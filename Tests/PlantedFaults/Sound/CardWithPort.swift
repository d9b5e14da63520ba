import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the port stands in the URL") func cardWithPort() async {
    await expectNothing(
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            _ = try TarotAPI.card(number: number)
            return try URLRequest(text: "http://martyav.site.swiftengine.net:80/tarot-deck.ssp?card=\(number)")
        })
}
