import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the key goes into a header") func eventsWithKeyInHeader() async {
    await expect(
        ["request.query": ["request/query/key"], "request.header": ["request"]],
        of: .builder("meetup-events/events") { arguments in
            let request = try arguments.soundEvents
            let key: String = try arguments["key"]
            var changed = try URLRequest(
                text: (request.url?.absoluteString ?? "").replacingOccurrences(
                    of: "key=\(key.percentEncoded)&", with: ""))
            changed.setValue(key.percentEncoded, forHTTPHeaderField: "Authorization")
            return changed
        })
}
