import ContractChecking
import ExampleClients
import Foundation

/// The number of a refusal is not looked at.
let postedWithoutReason = Plant(
    "the number of a refusal is not looked at", in: "on-the-map", call: "postLocation",
    finds: [
        "client.wrong-error": ["cases/2/throws"],
        "client.message": ["cases/2/message"],
    ]
) { arguments, transport in
    do {
        return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
            .postLocation(arguments.draft)
    } catch PinError.empty {
        throw PinError.invalidRequest
    }
}
