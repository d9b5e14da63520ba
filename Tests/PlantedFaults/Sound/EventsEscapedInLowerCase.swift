import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("everything is escaped, in digits of lower case") func eventsEscapedInLowerCase() async {
    await expectNothing(
        of: .builder("meetup-events/events") { arguments in
            let _ = try arguments.soundEvents
            let (text, key): (String, String) = try (arguments["text"], arguments["key"])
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            func escaped(_ text: String) -> String {
                text.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
            }
            return try URLRequest(
                text:
                    "https://api.meetup.com/find/events?\(escaped("key"))=\(escaped(key))&fields=group_photo&text=\(escaped(text))"
                    + "&lat=\(escaped(latitude.queryText))&lon=\(escaped(longitude.queryText))")
        })
}
