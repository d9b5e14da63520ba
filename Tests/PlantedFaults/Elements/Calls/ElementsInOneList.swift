import ContractChecking
import ExampleClients
import Foundation

/// The second list is forgotten.
let elementsInOneList = Plant(
    "the second list is forgotten", in: "elements", call: "allElements",
    finds: [
        "client.returns": ["cases/0/returns/minItems"],
        "replay.unplayed": ["cases/0"],
    ]
) { _, transport in
    try await ElementsClient(transport: transport.send).elements()
}
