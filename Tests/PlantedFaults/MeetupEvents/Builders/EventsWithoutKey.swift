import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("an empty key is sent") func eventsWithoutKey() async {
    await expect(
        ["rejects.built": ["rejects/0"]],
        of: .builder("meetup-events/events") { arguments in
            let key: String = try arguments["key"]
            let request = try MeetupAPI.events(
                text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"],
                key: key.isEmpty ? "x" : key)
            return key.isEmpty
                ? try URLRequest(
                    text: request.url?.absoluteString.replacingOccurrences(of: "key=x", with: "key=") ?? "")
                : request
        })
}
