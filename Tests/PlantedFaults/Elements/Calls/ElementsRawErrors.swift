import ExampleClients
import Foundation
import Testing

@Test("the errors of the network pass through as they are") func elementsRawErrors() async {
    await expect(
        [
            "faults.wrong-error": [
                "faults/unreachable", "faults/timeout", "faults/connectionLost", "faults/truncatedBody",
                "faults/slowBody", "faults/redirectLoop", "faults/oversizedBody",
            ]
        ],
        of: .call("elements/elements") { _, transport in
            let (data, response) = try await transport.send(try ElementsAPI.elements())
            return try await ElementsClient(transport: { _ in (data, response) }).elements()
        })
}
