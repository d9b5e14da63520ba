import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("components whose pluses are escaped afterwards") func eventsByComponents() async {
    await expectNothing(
        of: .builder("meetup-events/events") { arguments in
            let _ = try arguments.soundEvents
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            var components = URLComponents()
            components.scheme = "https"
            components.host = "api.meetup.com"
            components.path = "/find/events"
            components.queryItems = [
                URLQueryItem(name: "lon", value: longitude.queryText),
                URLQueryItem(name: "lat", value: latitude.queryText),
                URLQueryItem(name: "text", value: try arguments["text"]),
                URLQueryItem(name: "fields", value: "group_photo"),
                URLQueryItem(name: "key", value: try arguments["key"]),
            ]
            components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
            return try URLRequest(text: components.url?.absoluteString ?? "")
        })
}
