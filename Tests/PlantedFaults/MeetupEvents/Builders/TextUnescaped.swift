import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a text is not escaped at all") func textUnescaped() async {
    await expect(
        [
            "request.query": [
                "request/query/text", "request/query", "request/query/lat", "request/query/lon", "request/query/key",
            ], "request.url": ["request"],
        ],
        of: .builder("meetup-events/events") { arguments in
            let _ = try arguments.soundEvents
            let (text, key): (String, String) = try (arguments["text"], arguments["key"])
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            return try URLRequest(
                text: "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text)"
                    + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
        })
}
