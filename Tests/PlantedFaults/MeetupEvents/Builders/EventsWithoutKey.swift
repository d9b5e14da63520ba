import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An empty key is sent.
let eventsWithoutKey = Plant(
    "an empty key is sent", in: "meetup-events", builder: "events",
    finds: [
        "rejects.built": ["rejects/0"]
    ]
) { arguments in
    let key: String = try arguments["key"]
    let request = try MeetupAPI.events(
        text: arguments["text"], latitude: arguments["latitude"], longitude: arguments["longitude"],
        key: key.isEmpty ? "x" : key)
    return key.isEmpty
        ? try URLRequest(text: request.url?.absoluteString.replacingOccurrences(of: "key=x", with: "key=") ?? "")
        : request
}
