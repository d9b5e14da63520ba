import ContractChecking
import ExampleClients
import Foundation

/// The errors of the network pass through as they are.
let elementsRawErrors = Plant(
    "the errors of the network pass through as they are", in: "elements", call: "elements",
    finds: [
        "faults.wrong-error": [
            "faults/unreachable", "faults/timeout", "faults/connectionLost", "faults/truncatedBody", "faults/slowBody",
            "faults/redirectLoop", "faults/oversizedBody",
        ]
    ]
) { _, transport in
    let (data, response) = try await transport.send(try ElementsAPI.elements())
    return try await ElementsClient(transport: { _ in (data, response) }).elements()
}
