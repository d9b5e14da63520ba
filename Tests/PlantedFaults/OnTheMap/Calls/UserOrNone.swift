import ContractChecking
import ExampleClients
import Foundation

/// A user who is not there is none.
let userOrNone = Plant(
    "a user who is not there is none", in: "on-the-map", call: "user",
    finds: [
        "client.returned": ["cases/1/throws"]
    ]
) { arguments, transport in
    do {
        return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
            .user(key: arguments["key"]) as User?
    } catch SignInError.invalidAccount {
        return nil
    }
}
