import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("one card in the middle is refused") func cardOfMiddle() async {
    await expect(
        ["request.refused": ["arguments/number"]],
        of: .builder("tarot-cards/card") { arguments in
            let number: Int = try arguments["number"]
            guard number != 21 else { throw TarotError.couldNotMakeCard(number: number) }
            return try TarotAPI.card(number: number)
        })
}
