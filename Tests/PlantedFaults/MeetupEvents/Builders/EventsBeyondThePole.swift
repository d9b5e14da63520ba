import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a place need not be on the earth") func eventsBeyondThePole() async {
    await expect(
        ["rejects.built": ["rejects/1", "rejects/2"]],
        of: .builder("meetup-events/events") { arguments in
            let (text, key): (String, String) = try (arguments["text"], arguments["key"])
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            guard !key.isEmpty else { throw MeetupError.missingKey }
            return try URLRequest(
                text:
                    "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text.percentEncoded)"
                    + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
        })
}
