import ExampleClients
import Foundation
import Testing

@Test("the second list is forgotten") func elementsInOneList() async {
    await expect(
        ["client.returns": ["cases/0/returns/minItems"], "replay.unplayed": ["cases/0"]],
        of: .call("elements/allElements") { _, transport in
            try await ElementsClient(transport: transport.send).elements()
        })
}
