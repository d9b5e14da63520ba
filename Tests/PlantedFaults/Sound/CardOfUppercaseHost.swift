import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a host in capitals") func cardOfUppercaseHost() async {
    await expectNothing(
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            _ = try TarotAPI.card(number: number)
            return try URLRequest(text: "HTTP://MARTYAV.site.swiftengine.net/tarot-deck.ssp?card=\(number)")
        })
}
