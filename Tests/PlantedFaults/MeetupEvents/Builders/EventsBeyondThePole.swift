import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A place need not be on the earth.
let eventsBeyondThePole = Plant(
    "a place need not be on the earth", in: "meetup-events", builder: "events",
    finds: [
        "rejects.built": ["rejects/1", "rejects/2"]
    ]
) { arguments in
    let (text, key): (String, String) = try (arguments["text"], arguments["key"])
    let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
    guard !key.isEmpty else { throw MeetupError.missingKey }
    return try URLRequest(
        text:
            "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text.percentEncoded)"
            + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
}
