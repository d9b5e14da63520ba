import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A pair has another name.
let textUnderAnotherName = Plant(
    "a pair has another name", in: "meetup-events", builder: "events",
    finds: [
        "request.query": ["request/query/text", "request/query"]
    ]
) { arguments in
    let request = try arguments.soundEvents
    return try URLRequest(text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "&text=", with: "&query="))
}
