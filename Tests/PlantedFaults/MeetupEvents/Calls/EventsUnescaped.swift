import Foundation
import Testing

@testable import ExampleClients

@Test("the client escapes less than the builder does") func eventsUnescaped() async {
    await expect(
        ["replay.no-match": ["cases/2"], "client.request": ["request/query/text"]],
        of: .call("meetup-events/events") { arguments, transport in
            let (text, key): (String, String) = try (arguments["text"], arguments["key"])
            let client = MeetupClient(
                key: key,
                transport: { request in
                    var request = request
                    let escaped = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
                    request.url = request.url.flatMap {
                        URL(string: $0.absoluteString.replacingOccurrences(of: text.percentEncoded, with: escaped))
                    }
                    return try await transport.send(request)
                })
            return try await client.events(
                text: text, latitude: arguments["latitude"], longitude: arguments["longitude"])
        })
}
