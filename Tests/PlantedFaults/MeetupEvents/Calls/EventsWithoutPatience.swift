import ContractChecking
import ExampleClients
import Foundation

/// A user is not told how long to wait.
let eventsWithoutPatience = Plant(
    "a user is not told how long to wait", in: "meetup-events", call: "events",
    finds: [
        "client.message": ["cases/6/message"]
    ]
) { arguments, transport in
    do {
        return try await MeetupClient(key: arguments["key"], transport: transport.send)
            .events(text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"])
    } catch MeetupError.throttled {
        throw MeetupError.throttled(resetSeconds: nil)
    }
}
