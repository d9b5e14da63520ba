import ExampleClients
import Foundation
import Testing

@Test("a place that is not there is an invalid request") func changeOfNoPlace() async {
    await expect(
        ["client.wrong-error": ["cases/1/throws"], "client.message": ["cases/1/message"]],
        of: .call("on-the-map/changeLocation") { arguments, transport in
            do {
                return try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
                    .changeLocation(objectID: arguments["objectID"], to: arguments.draft)
            } catch PinError.placeNotFound {
                throw PinError.invalidRequest
            }
        })
}
