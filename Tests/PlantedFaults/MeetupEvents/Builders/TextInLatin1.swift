import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a text is escaped in another encoding than UTF-8") func textInLatin1() async {
    await expect(
        ["request.query": ["request/query", "request/query/text"]],
        of: .builder("meetup-events/events") { arguments in
            let _ = try arguments.soundEvents
            let (text, key): (String, String) = try (arguments["text"], arguments["key"])
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            let bytes = text.data(using: .isoLatin1, allowLossyConversion: true) ?? Data()
            let escaped = bytes.map { String(format: "%%%02X", $0) }.joined()
            return try URLRequest(
                text: "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(escaped)"
                    + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
        })
}
