import ExampleClients
import Foundation
import Testing

@Test("every request is sent twice") func elementsTwice() async {
    await expect(
        ["replay.no-match": ["cases/0"]],
        of: .call("elements/elements") { _, transport in
            let client = ElementsClient(transport: transport.send)
            _ = try await client.elements()
            return try await client.elements()
        })
}
