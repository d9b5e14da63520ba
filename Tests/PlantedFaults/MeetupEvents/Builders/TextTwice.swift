import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A pair stands twice.
let textTwice = Plant(
    "a pair stands twice", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/text"]
    ]
) { arguments in
    let _ = try arguments.soundEvents
    let (text, key): (String, String) = try (arguments["text"], arguments["key"])
    let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
    return try URLRequest(
        text:
            "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text.percentEncoded)&text=\(text.percentEncoded)"
            + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
}
