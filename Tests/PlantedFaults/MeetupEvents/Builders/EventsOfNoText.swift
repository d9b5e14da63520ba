import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("an empty string is left out") func eventsOfNoText() async {
    await expect(
        ["request.query": ["request/query/text"]],
        of: .builder("meetup-events/events") { arguments in
            let request = try arguments.soundEvents
            return try URLRequest(
                text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "&text=&", with: "&"))
        })
}
