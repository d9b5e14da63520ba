import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The photos are not asked for.
let eventsWithoutPhotos = Plant(
    "the photos are not asked for", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/fields"]
    ]
) { arguments in
    let request = try arguments.soundEvents
    return try URLRequest(
        text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "&fields=group_photo", with: ""))
}
