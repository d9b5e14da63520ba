import ExampleClients
import Foundation
import Testing

@Test("a missing image is an empty one") func thumbnailAnyStatus() async {
    await expect(
        ["client.returned": ["cases/5/throws"], "faults.returned": ["faults/status:404"]],
        of: .call("elements/thumbnail") { arguments, transport in
            do {
                return try await ElementsClient(transport: transport.send).thumbnail(number: arguments.tileNumber)
            } catch AppError.badStatusCode(404) {
                return Data()
            }
        })
}
