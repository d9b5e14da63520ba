import ContractChecking
import ExampleClients
import Foundation

private struct Named {
    let key: String
    let firstName: String?
    let lastName: String?
    let nickname: String?
}

/// A name is lost on the way.
let userWithoutNickname = Plant(
    "a name is lost on the way", in: "on-the-map", call: "user",
    finds: [
        "client.returns": ["cases/0/returns/const"]
    ]
) { arguments, transport in
    let user = try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
        .user(key: arguments["key"])
    return Named(key: user.key, firstName: user.firstName, lastName: user.lastName, nickname: nil)
}
