import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A small number is written as zero.
let eventsInDigits = Plant(
    "a small number is written as zero", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/lat"]
    ]
) { arguments in
    let _ = try arguments.soundEvents
    let (text, key): (String, String) = try (arguments["text"], arguments["key"])
    let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
    return try URLRequest(
        text:
            "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text.percentEncoded)"
            + "&lat=\((abs(latitude) < 1e-6 ? 0 : latitude).queryText)&lon=\(longitude.queryText)")
}
