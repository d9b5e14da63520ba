import ContractChecking
import ExampleClients
import Foundation

/// Every request is sent twice.
let elementsTwice = Plant(
    "every request is sent twice", in: "elements", call: "elements",
    finds: [
        "replay.no-match": ["cases/0"]
    ]
) { _, transport in
    let client = ElementsClient(transport: transport.send)
    _ = try await client.elements()
    return try await client.elements()
}
