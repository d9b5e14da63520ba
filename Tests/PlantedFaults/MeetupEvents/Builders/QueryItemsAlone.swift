import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a plus is left as it is by query items") func queryItemsAlone() async {
    await expect(
        ["request.query": ["request/query/text"]],
        of: .builder("meetup-events/events") { arguments in
            let _ = try arguments.soundEvents
            let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
            var components = URLComponents()
            components.scheme = "https"
            components.host = "api.meetup.com"
            components.path = "/find/events"
            components.queryItems = [
                URLQueryItem(name: "key", value: try arguments["key"]),
                URLQueryItem(name: "fields", value: "group_photo"),
                URLQueryItem(name: "text", value: try arguments["text"]),
                URLQueryItem(name: "lat", value: latitude.queryText),
                URLQueryItem(name: "lon", value: longitude.queryText),
            ]
            return try URLRequest(text: components.url?.absoluteString ?? "")
        })
}
