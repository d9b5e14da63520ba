import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct KeyTold: Error {
    let text: String
}

/// The text of an error holds the key.
let eventsKeyTold = Plant(
    "the text of an error holds the key", in: "meetup-events", builder: "events",
    finds: [
        "request.secret-leak": ["arguments/key"]
    ]
) { arguments in
    let key: String = try arguments["key"]
    guard key.allSatisfy({ $0.isASCII }) || key.isEmpty else { throw KeyTold(text: "cannot search with \(key)") }
    return try arguments.soundEvents
}
