import ContractChecking
import ExampleClients
import Foundation

/// The bytes before the JSON are not taken off.
let signInWithPrefix = Plant(
    "the bytes before the JSON are not taken off", in: "on-the-map", call: "signIn",
    finds: [
        "client.threw": ["cases/0/returns"]
    ]
) { arguments, transport in
    try await OnTheMapClient(
        configuration: arguments.configuration,
        transport: { request in
            let (data, response) = try await transport.send(request)
            return (response.statusCode == 200 ? Data(")]}'\n".utf8) + data : data, response)
        }
    ).signIn(username: arguments["username"], password: arguments["password"])
}
