import ContractChecking
import ExampleClients
import Foundation

/// What fails is an empty list.
let elementsOrNone = Plant(
    "what fails is an empty list", in: "elements", call: "elements",
    finds: [
        "faults.returned": [
            "faults/unreachable", "faults/timeout", "faults/connectionLost", "faults/truncatedBody", "faults/slowBody",
            "faults/redirectLoop", "faults/oversizedBody", "faults/emptyBody", "faults/malformedBody",
            "faults/wrongContentType", "faults/status:500", "faults/status:404",
        ]
    ]
) { _, transport in
    do {
        return try await ElementsClient(transport: transport.send).elements()
    } catch {
        return []
    }
}
