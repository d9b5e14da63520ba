import ContractChecking
import ExampleClients
import Foundation

/// A place that is not there is an invalid request.
let changeOfNoPlace = Plant(
    "a place that is not there is an invalid request", in: "on-the-map", call: "changeLocation",
    finds: [
        "client.wrong-error": ["cases/1/throws"],
        "client.message": ["cases/1/message"],
    ]
) { arguments, transport in
    do {
        return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
            .changeLocation(objectID: arguments["objectID"], to: arguments.draft)
    } catch PinError.placeNotFound {
        throw PinError.invalidRequest
    }
}
