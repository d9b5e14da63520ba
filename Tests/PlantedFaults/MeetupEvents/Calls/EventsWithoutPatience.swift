import ExampleClients
import Foundation
import Testing

@Test("a user is not told how long to wait") func eventsWithoutPatience() async {
    await expect(
        ["client.message": ["cases/6/message"]],
        of: .call("meetup-events/events") { arguments, transport in
            do {
                return try await MeetupClient(key: arguments["key"], transport: transport.send)
                    .events(text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"])
            } catch MeetupError.throttled {
                throw MeetupError.throttled(resetSeconds: nil)
            }
        })
}
