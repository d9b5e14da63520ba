import ExampleClients
import Foundation
import Testing

@Test("what fails is an empty list") func elementsOrNone() async {
    await expect(
        [
            "faults.returned": [
                "faults/unreachable", "faults/timeout", "faults/connectionLost", "faults/truncatedBody",
                "faults/slowBody", "faults/redirectLoop", "faults/oversizedBody", "faults/emptyBody",
                "faults/malformedBody", "faults/wrongContentType", "faults/status:500", "faults/status:404",
            ]
        ],
        of: .call("elements/elements") { _, transport in
            do {
                return try await ElementsClient(transport: transport.send).elements()
            } catch {
                return []
            }
        })
}
