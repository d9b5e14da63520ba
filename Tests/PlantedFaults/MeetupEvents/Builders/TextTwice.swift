import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a pair occurs twice") func textTwice() async {
    await expect(
        ["request.query": ["request/query/text"]],
        of: .builder("meetup-events/events") { arguments in
            let _ = try arguments.soundEvents
            let (text, key): (String, String) = try (arguments["text"], arguments["key"])
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            return try URLRequest(
                text:
                    "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text.percentEncoded)&text=\(text.percentEncoded)"
                    + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
        })
}
