import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A key of the body is in the wrong case.
let postedLinkMisspelt = Plant(
    "a key of the body is in the wrong case", in: "on-the-map", builder: "postLocation",
    finds: [
        "request.body": ["request/body/mediaURL", "request/body/mediaUrl"]
    ]
) { arguments in
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
}
