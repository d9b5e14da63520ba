import ExampleClients
import Foundation
import Testing

@Test("what fails is an empty list") func eventsOrNone() async {
    await expect(
        [
            "client.returned": ["cases/5/throws", "cases/6/throws"],
            "faults.returned": [
                "faults/unreachable", "faults/timeout", "faults/connectionLost", "faults/truncatedBody",
                "faults/slowBody", "faults/redirectLoop", "faults/oversizedBody", "faults/emptyBody",
                "faults/malformedBody", "faults/wrongContentType", "faults/status:500", "faults/status:401",
                "faults/status:429",
            ],
        ],
        of: .call("meetup-events/events") { arguments, transport in
            do {
                return try await MeetupClient(key: arguments["key"], transport: transport.send)
                    .events(text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"])
            } catch {
                return []
            }
        })
}
