import ContractChecking
import ExampleClients
import Foundation

/// Every fault is the fault of the user.
let signInFaultOfUser = Plant(
    "every fault is the fault of the user", in: "on-the-map", call: "signIn",
    finds: [
        "faults.wrong-error": [
            "faults/unreachable", "faults/timeout", "faults/connectionLost", "faults/truncatedBody", "faults/slowBody",
            "faults/redirectLoop", "faults/oversizedBody", "faults/emptyBody", "faults/malformedBody",
            "faults/wrongContentType", "faults/status:500", "faults/status:400", "faults/status:503",
        ]
    ]
) { arguments, transport in
    do {
        return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
            .signIn(username: arguments["username"], password: arguments["password"])
    } catch {
        throw SignInError.invalidAccount
    }
}
