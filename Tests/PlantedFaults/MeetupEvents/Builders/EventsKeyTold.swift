import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct KeyTold: Error {
    let text: String
}

@Test("the text of an error holds the key") func eventsKeyTold() async {
    await expect(
        ["request.secret-leak": ["arguments/key"]],
        of: .builder("meetup-events/events") { arguments in
            let key: String = try arguments["key"]
            guard key.allSatisfy({ $0.isASCII }) || key.isEmpty else {
                throw KeyTold(text: "cannot search with \(key)")
            }
            return try arguments.soundEvents
        })
}
