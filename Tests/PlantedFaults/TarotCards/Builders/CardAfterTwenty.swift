import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("cards after the twentieth are refused") func cardAfterTwenty() async {
    await expect(
        ["request.refused": ["cases/1"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            guard number <= 20 else { throw TarotError.couldNotMakeCard(number: number) }
            return try TarotAPI.card(number: number)
        })
}
