import ExampleClients
import Foundation
import Testing

@Test("a user who is not there is none") func userOrNone() async {
    await expect(
        ["client.returned": ["cases/1/throws"]],
        of: .call("on-the-map/user") { arguments, transport in
            do {
                return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
                    .user(key: arguments["key"]) as User?
            } catch SignInError.invalidAccount {
                return nil
            }
        })
}
