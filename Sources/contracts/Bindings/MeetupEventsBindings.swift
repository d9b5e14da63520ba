import ContractCommand
import ExampleClients

let meetupEventsService = Service("meetup-events") {
    Model("Event", Event.init(json:))

    Endpoint("events") { arguments in
        try MeetupAPI.events(
            text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"],
            key: arguments["key"])
    } call: { arguments, transport in
        try await MeetupClient(key: arguments["key"], transport: transport.send)
            .events(text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"])
    }
}
