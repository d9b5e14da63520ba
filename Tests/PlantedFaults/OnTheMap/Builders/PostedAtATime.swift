import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the time of the call stands in the body") func postedAtATime() async {
    await expect(
        ["request.body": ["request/body/sentAt"], "request.unstable": ["request"]],
        of: .builder("on-the-map/postLocation") { arguments in
            var request = try arguments.soundPost
            let draft = try arguments.draft
            let texts = [
                "uniqueKey": draft.uniqueKey, "firstName": draft.firstName, "lastName": draft.lastName,
                "mapString": draft.mapString,
            ]
            var body: [String: Any] = texts
            body["mediaURL"] = draft.mediaURL
            body["latitude"] = draft.latitude
            body["longitude"] = draft.longitude
            body["sentAt"] = UUID().uuidString
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
            return request
        })
}
