import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The identifier stands in the body, too.
let changedWithIdentifier = Plant(
    "the identifier stands in the body, too", in: "on-the-map", builder: "changeLocation",
    finds: [
        "request.body": ["request/body/objectId"]
    ]
) { arguments in
    var request = try arguments.soundChange
    var body = try JSONSerialization.jsonObject(with: request.httpBody ?? Data()) as? [String: Any] ?? [:]
    body["objectId"] = try arguments["objectID"] as String
    request.httpBody = try JSONSerialization.data(withJSONObject: body, options: .sortedKeys)
    return request
}
