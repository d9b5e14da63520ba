import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a text is escaped with the set of hosts") func textForHost() async {
    await expect(
        ["request.query": ["request/query/text", "request/query"]],
        of: .builder("meetup-events/events") { arguments in
            let _ = try arguments.soundEvents
            let (text, key): (String, String) = try (arguments["text"], arguments["key"])
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            let escaped = text.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? ""
            return try URLRequest(
                text: "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(escaped)"
                    + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
        })
}
