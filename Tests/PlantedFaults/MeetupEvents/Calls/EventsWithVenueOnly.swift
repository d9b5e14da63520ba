import ExampleClients
import Foundation
import Testing

@Test("events without a venue are silently dropped") func eventsWithVenueOnly() async {
    await expect(
        [
            "client.returns": [
                "cases/0/returns/allOf/1/contains", "cases/0/returns/minItems", "cases/1/returns/minItems",
            ]
        ],
        of: .call("meetup-events/events") { arguments, transport in
            try await MeetupClient(key: arguments["key"], transport: transport.send)
                .events(text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"])
                .filter { $0.venueId != nil }
        })
}
