import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a number has two digits") func cardTwoDigits() async {
    await expect(
        ["request.query": ["request/query/card"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            _ = try TarotAPI.card(number: number)
            return try URLRequest(
                text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?card=" + String(format: "%02d", number))
        })
}
