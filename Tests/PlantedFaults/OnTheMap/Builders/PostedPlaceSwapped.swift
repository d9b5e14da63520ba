import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("latitude and longitude are swapped") func postedPlaceSwapped() async {
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
            body["latitude"] = draft.longitude
            body["longitude"] = draft.latitude
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
            return request
        })
}
