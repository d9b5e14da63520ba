import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a request that is never answered from memory, and has no method of its own") func cardUncached() async {
    await expectNothing(
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            guard let url = try TarotAPI.card(number: number).url else {
                throw TarotError.couldNotMakeCard(number: number)
            }
            return URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 10)
        })
}
