import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("cards are counted from one") func cardFromOne() async {
    await expect(
        ["request.query": ["request/query/card"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            _ = try TarotAPI.card(number: number)
            return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?card=\(number + 1)")
        })
}
