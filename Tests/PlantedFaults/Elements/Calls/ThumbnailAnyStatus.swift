import ContractChecking
import ExampleClients
import Foundation

/// A missing image is an empty one.
let thumbnailAnyStatus = Plant(
    "a missing image is an empty one", in: "elements", call: "thumbnail",
    finds: [
        "client.returned": ["cases/5/throws"],
        "faults.returned": ["faults/status:404"],
    ]
) { arguments, transport in
    do {
        return try await ElementsClient(transport: transport.send).thumbnail(number: arguments.tileNumber)
    } catch AppError.badStatusCode(404) {
        return Data()
    }
}
