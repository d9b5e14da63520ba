import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the number stands in the path") func cardInPath() async {
    await expect(
        ["request.path": ["request/path"], "request.query": ["request/query/card"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            _ = try TarotAPI.card(number: number)
            return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp/\(number)")
        })
}
