import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A place is sent as text.
let postedPlaceAsText = Plant(
    "a place is sent as text", in: "on-the-map", builder: "postLocation",
    finds: [
        "request.body": ["request/body/latitude", "request/body/longitude"]
    ]
) { arguments in
    var request = try arguments.soundPost
    let draft = try arguments.draft
    let texts = [
        "uniqueKey": draft.uniqueKey, "firstName": draft.firstName, "lastName": draft.lastName,
        "mapString": draft.mapString,
    ]
    var body: [String: Any] = texts
    body["mediaURL"] = draft.mediaURL
    body["latitude"] = "\(draft.latitude)"
    body["longitude"] = "\(draft.longitude)"
    request.httpBody = try JSONSerialization.data(withJSONObject: body)
    return request
}
