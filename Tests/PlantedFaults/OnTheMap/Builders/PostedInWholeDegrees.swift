import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a place is rounded to six places") func postedInWholeDegrees() async {
    await expect(
        ["request.body": ["request/body/latitude", "request/body/longitude"]],
        of: .builder("on-the-map/postLocation") { arguments in
            var request = try arguments.soundPost
            let draft = try arguments.draft
            let texts = [
                "uniqueKey": draft.uniqueKey, "firstName": draft.firstName, "lastName": draft.lastName,
                "mapString": draft.mapString,
            ]
            var body: [String: Any] = texts
            body["mediaURL"] = draft.mediaURL
            body["latitude"] = (draft.latitude * 1e6).rounded() / 1e6
            body["longitude"] = (draft.longitude * 1e6).rounded() / 1e6
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
            return request
        })
}
