import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a pair has another name") func textUnderAnotherName() async {
    await expect(
        ["request.query": ["request/query/text", "request/query"]],
        of: .builder("meetup-events/events") { arguments in
            let request = try arguments.soundEvents
            return try URLRequest(
                text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "&text=", with: "&query="))
        })
}
