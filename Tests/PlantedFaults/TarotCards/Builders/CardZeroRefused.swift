import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the first card is refused") func cardZeroRefused() async {
    await expect(
        ["request.refused": ["cases/0"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            guard number > 0 else { throw TarotError.couldNotMakeCard(number: number) }
            return try TarotAPI.card(number: number)
        })
}
