import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a pair has another name") func cardByAnotherName() async {
    await expect(
        ["request.query": ["request/query/card", "request/query"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            _ = try TarotAPI.card(number: number)
            return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?number=\(number)")
        })
}
