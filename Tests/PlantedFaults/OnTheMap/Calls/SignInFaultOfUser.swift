import ExampleClients
import Foundation
import Testing

@Test("every fault is the fault of the user") func signInFaultOfUser() async {
    await expect(
        [
            "faults.wrong-error": [
                "faults/unreachable", "faults/timeout", "faults/connectionLost", "faults/truncatedBody",
                "faults/slowBody", "faults/redirectLoop", "faults/oversizedBody", "faults/emptyBody",
                "faults/malformedBody", "faults/wrongContentType", "faults/status:500", "faults/status:400",
                "faults/status:503",
            ]
        ],
        of: .call("on-the-map/signIn") { arguments, transport in
            do {
                return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
                    .signIn(username: arguments["username"], password: arguments["password"])
            } catch {
                throw SignInError.invalidAccount
            }
        })
}
