import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A place is written as a German writes it.
let eventsWithComma = Plant(
    "a place is written as a German writes it", in: "meetup-events", builder: "events",
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
            + "&lat=\(latitude.queryText.replacingOccurrences(of: ".", with: ","))&lon=\(longitude.queryText.replacingOccurrences(of: ".", with: ","))"
    )
}
