import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Latitude and longitude are swapped.
let postedPlaceSwapped = Plant(
    "latitude and longitude are swapped", in: "on-the-map", builder: "postLocation",
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
    body["latitude"] = draft.longitude
    body["longitude"] = draft.latitude
    request.httpBody = try JSONSerialization.data(withJSONObject: body)
    return request
}
