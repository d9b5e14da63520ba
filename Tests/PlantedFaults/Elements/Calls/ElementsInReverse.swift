import ExampleClients
import Foundation
import Testing

@Test("the order is another") func elementsInReverse() async {
    await expect(
        [
            "client.returns": [
                "cases/0/returns/prefixItems/0/properties/number/const",
                "cases/0/returns/prefixItems/1/properties/number/const",
            ]
        ],
        of: .call("elements/allElements") { _, transport in
            try await ElementsClient(transport: transport.send).allElements().reversed() as [Element]
        })
}
