import ExampleClients
import Foundation
import Testing

@Test("an element whose mass is whole is silently dropped") func elementsWithoutTechnetium() async {
    await expect(
        ["client.returns": ["cases/0/returns/minItems", "cases/0/returns/contains"]],
        of: .call("elements/elements") { _, transport in
            try await ElementsClient(transport: transport.send).elements().filter {
                $0.atomicMass != $0.atomicMass.rounded()
            }
        })
}
