import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("every request has a number of its own") func cardWithNonce() async {
    await expect(
        ["request.header": ["request"], "request.unstable": ["request"]],
        of: .builder("tarot-cards/card") { arguments in
            var request = try TarotAPI.card(number: arguments["number"])
            request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Request-Id")
            return request
        })
}
