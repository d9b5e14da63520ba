import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a key of the body is in the wrong case") func postedLinkMisspelt() async {
    await expect(
        ["request.body": ["request/body/mediaURL", "request/body/mediaUrl"]],
        of: .builder("on-the-map/postLocation") { arguments in
            var request = try arguments.soundPost
            let draft = try arguments.draft
            let texts = [
                "uniqueKey": draft.uniqueKey, "firstName": draft.firstName, "lastName": draft.lastName,
                "mapString": draft.mapString,
            ]
            var body: [String: Any] = texts
            body["mediaUrl"] = draft.mediaURL
            body["latitude"] = draft.latitude
            body["longitude"] = draft.longitude
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
            return request
        })
}
