import ExampleClients
import Foundation
import Testing

@Test("keys that are not taken are a fault of the server") func locationsOfStrangers() async {
    await expect(
        ["client.wrong-error": ["cases/5/throws"], "client.message": ["cases/5/message"]],
        of: .call("on-the-map/locations") { arguments, transport in
            do {
                return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
                    .locations(limit: arguments["limit"], skip: arguments["skip"], uniqueKey: arguments["uniqueKey"])
            } catch PinError.notAuthorized {
                throw PinError.invalidServer
            }
        })
}
