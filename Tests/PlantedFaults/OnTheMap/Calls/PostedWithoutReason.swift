import ExampleClients
import Foundation
import Testing

@Test("the number of a refusal is not looked at") func postedWithoutReason() async {
    await expect(
        ["client.wrong-error": ["cases/2/throws"], "client.message": ["cases/2/message"]],
        of: .call("on-the-map/postLocation") { arguments, transport in
            do {
                return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
                    .postLocation(arguments.draft)
            } catch PinError.empty {
                throw PinError.invalidRequest
            }
        })
}
