import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a request without a body has one") func cardWithBody() async {
    await expect(
        ["request.body": ["request"]],
        of: .builder("tarot-cards/card") { arguments in
            var request = try TarotAPI.card(number: arguments["number"])
            request.httpBody = Data("{}".utf8)
            return request
        })
}
