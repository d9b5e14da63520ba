import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the photos are not asked for") func eventsWithoutPhotos() async {
    await expect(
        ["request.query": ["request/query/fields"]],
        of: .builder("meetup-events/events") { arguments in
            let request = try arguments.soundEvents
            return try URLRequest(
                text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "&fields=group_photo", with: ""))
        })
}
