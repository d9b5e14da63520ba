import ExampleClients
import Foundation
import Testing

@Test("a wrong password is a fault of the server") func signInServerFault() async {
    await expect(
        ["client.wrong-error": ["cases/1/throws", "cases/2/throws"], "client.message": ["cases/1/message"]],
        of: .call("on-the-map/signIn") { arguments, transport in
            do {
                return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
                    .signIn(username: arguments["username"], password: arguments["password"])
            } catch SignInError.invalidAccount {
                throw SignInError.invalidServer
            }
        })
}
