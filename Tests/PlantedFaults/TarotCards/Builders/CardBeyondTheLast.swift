import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("there is a card after the last") func cardBeyondTheLast() async {
    await expect(
        ["rejects.built": ["rejects/1"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            guard number >= 0 else { throw TarotError.couldNotMakeCard(number: number) }
            return try URLRequest(text: "http://martyav.site.swiftengine.net/tarot-deck.ssp?card=\(number)")
        })
}
