import ContractChecking
import ExampleClients
import Foundation

/// Keys that are not taken are a fault of the server.
let locationsOfStrangers = Plant(
    "keys that are not taken are a fault of the server", in: "on-the-map", call: "locations",
    finds: [
        "client.wrong-error": ["cases/5/throws"],
        "client.message": ["cases/5/message"],
    ]
) { arguments, transport in
    do {
        return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
            .locations(limit: arguments["limit"], skip: arguments["skip"], uniqueKey: arguments["uniqueKey"])
    } catch PinError.notAuthorized {
        throw PinError.invalidServer
    }
}
