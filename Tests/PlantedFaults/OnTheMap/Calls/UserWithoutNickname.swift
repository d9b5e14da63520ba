import ExampleClients
import Foundation
import Testing

private struct Named {
    let key: String
    let firstName: String?
    let lastName: String?
    let nickname: String?
}

@Test("a name is lost on the way") func userWithoutNickname() async {
    await expect(
        ["client.returns": ["cases/0/returns/const"]],
        of: .call("on-the-map/user") { arguments, transport in
            let user = try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
                .user(key: arguments["key"])
            return Named(key: user.key, firstName: user.firstName, lastName: user.lastName, nickname: nil)
        })
}
