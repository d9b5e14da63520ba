import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What is no letter or digit is left out.
let textOfAlphanumerics = Plant(
    "what is no letter or digit is left out", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/text"]
    ]
) { arguments in
    let _ = try arguments.soundEvents
    let (text, key): (String, String) = try (arguments["text"], arguments["key"])
    let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
    return try URLRequest(
        text:
            "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(text.filter { $0.isLetter || $0.isNumber || $0 == " " }.percentEncoded)"
            + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
}
