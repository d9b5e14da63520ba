import ContractChecking
import ExampleClients
import Foundation

/// A wrong password is a fault of the server.
let signInServerFault = Plant(
    "a wrong password is a fault of the server", in: "on-the-map", call: "signIn",
    finds: [
        "client.wrong-error": ["cases/1/throws", "cases/2/throws"],
        "client.message": ["cases/1/message"],
    ]
) { arguments, transport in
    do {
        return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
            .signIn(username: arguments["username"], password: arguments["password"])
    } catch SignInError.invalidAccount {
        throw SignInError.invalidServer
    }
}
