import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An empty text is left out.
let eventsOfNoText = Plant(
    "an empty text is left out", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/text"]
    ]
) { arguments in
    let request = try arguments.soundEvents
    return try URLRequest(text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "&text=&", with: "&"))
}
