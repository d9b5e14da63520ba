import ContractChecking
import ExampleClients
import Foundation

/// An element whose mass is whole is silently dropped.
let elementsWithoutTechnetium = Plant(
    "an element whose mass is whole is silently dropped", in: "elements", call: "elements",
    finds: [
        "client.returns": ["cases/0/returns/minItems", "cases/0/returns/contains"]
    ]
) { _, transport in
    try await ElementsClient(transport: transport.send).elements().filter { $0.atomicMass != $0.atomicMass.rounded() }
}
