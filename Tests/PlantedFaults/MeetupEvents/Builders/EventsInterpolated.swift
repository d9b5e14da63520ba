import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A whole number is written with a fraction.
let eventsInterpolated = Plant(
    "a whole number is written with a fraction", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/lat", "request/query/lon"]
    ]
) { arguments in
    let _ = try arguments.soundEvents
    let (text, key): (String, String) = try (arguments["text"], arguments["key"])
    let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
    return try URLRequest(
        text:
            "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text.percentEncoded)"
            + "&lat=\(latitude)&lon=\(longitude)")
}
