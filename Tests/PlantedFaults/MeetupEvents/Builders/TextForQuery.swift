import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A text is escaped as if it were the whole query.
let textForQuery = Plant(
    "a text is escaped as if it were the whole query", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/text", "request/query"]
    ]
) { arguments in
    let _ = try arguments.soundEvents
    let (text, key): (String, String) = try (arguments["text"], arguments["key"])
    let (latitude, longitude): (Double, Double) = try (arguments["latitude"], arguments["longitude"])
    let escaped = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
    return try URLRequest(
        text: "https://api.meetup.com/find/events?key=\(key.percentEncoded)&fields=group_photo&text=\(escaped)"
            + "&lat=\(latitude.queryText)&lon=\(longitude.queryText)")
}
