import ExampleClients
import Foundation
import Testing

@Test("every card is the first") func cardAlwaysTheFirst() async {
    await expect(
        ["replay.no-match": ["cases/1"]],
        of: .call("tarot-cards/card") { arguments, transport in
            let number: Int = try arguments["number"]
            return try await TarotClient(transport: transport.send).card(number: min(number, 0))
        })
}
