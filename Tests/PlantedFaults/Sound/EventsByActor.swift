import ExampleClients
import Foundation
import Testing

private actor EventsByActor {
    private let client: MeetupClient
    private var found: [String: [Event]] = [:]

    init(client: MeetupClient) { self.client = client }

    func find(_ text: String, _ latitude: Double, _ longitude: Double) async throws -> [Event] {
        if let events = found[text] { return events }
        let events = try await client.events(text: text, latitude: latitude, longitude: longitude)
        found[text] = events
        return events
    }
}

@Test("a call of an actor that remembers what it found") func eventsByActor() async {
    await expectNothing(
        of: .call("meetup-events/events") { arguments, transport in
            try await EventsByActor(client: MeetupClient(key: arguments["key"], transport: transport.send))
                .find(arguments["text"], arguments["latitude"], arguments["longitude"])
        })
}
