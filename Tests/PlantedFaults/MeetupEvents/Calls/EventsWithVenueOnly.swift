import ContractChecking
import ExampleClients
import Foundation

/// Events without a venue are silently dropped.
let eventsWithVenueOnly = Plant(
    "events without a venue are silently dropped", in: "meetup-events", call: "events",
    finds: [
        "client.returns": ["cases/0/returns/allOf/1/contains", "cases/0/returns/minItems", "cases/1/returns/minItems"]
    ]
) { arguments, transport in
    try await MeetupClient(key: arguments["key"], transport: transport.send)
        .events(text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"])
        .filter { $0.venueId != nil }
}
