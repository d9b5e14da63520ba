import ExampleClients
import Foundation
import Testing

@Test("the bytes before the JSON are not taken off") func signInWithPrefix() async {
    await expect(
        ["client.threw": ["cases/0/returns"]],
        of: .call("on-the-map/signIn") { arguments, transport in
            try await OnTheMapClient(
                configuration: arguments.configuration,
                transport: { request in
                    let (data, response) = try await transport.send(request)
                    return (response.statusCode == 200 ? Data(")]}'\n".utf8) + data : data, response)
                }
            ).signIn(username: arguments["username"], password: arguments["password"])
        })
}
