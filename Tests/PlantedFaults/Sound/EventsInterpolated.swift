import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a whole number is written with a fraction") func eventsInterpolated() async {
    await expectNothing(
        of: .builder("meetup-events/events") { arguments in
            let _ = try arguments.soundEvents
            let (text, key): (String, String) = try (arguments["text"], arguments["key"])
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            return try URLRequest(
                text:
                    "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text.percentEncoded)"
                    + "&lat=\(latitude)&lon=\(longitude)")
        })
}
