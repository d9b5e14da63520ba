import ContractChecking
import ExampleClients
import Foundation

/// The order is another.
let elementsInReverse = Plant(
    "the order is another", in: "elements", call: "allElements",
    finds: [
        "client.returns": [
            "cases/0/returns/prefixItems/0/properties/number/const",
            "cases/0/returns/prefixItems/1/properties/number/const",
        ]
    ]
) { _, transport in
    try await ElementsClient(transport: transport.send).allElements().reversed() as [Element]
}
