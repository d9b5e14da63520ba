import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A text is cut at a length.
let textShortened = Plant(
    "a text is cut at a length", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/text"]
    ]
) { arguments in
    let _ = try arguments.soundEvents
    let (text, key): (String, String) = try (arguments["text"], arguments["key"])
    let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
    return try URLRequest(
        text:
            "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(String(text.prefix(500)).percentEncoded)"
            + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
}
