import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The key goes into a header.
let eventsWithKeyInHeader = Plant(
    "the key goes into a header", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/key"],
        "request.header": ["request"],
    ]
) { arguments in
    let request = try arguments.soundEvents
    let key: String = try arguments["key"]
    var changed = try URLRequest(
        text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "key=\(key.percentEncoded)&", with: ""))
    changed.setValue(key.percentEncoded, forHTTPHeaderField: "Authorization")
    return changed
}
