import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What is empty is left out of the body.
let postedWithoutEmpty = Plant(
    "what is empty is left out of the body", in: "on-the-map", builder: "postLocation",
    finds: [
        "request.body": ["request/body/firstName"]
    ]
) { arguments in
    var request = try arguments.soundPost
    let body = try JSONSerialization.jsonObject(with: request.httpBody ?? Data()) as? [String: Any] ?? [:]
    request.httpBody = try JSONSerialization.data(
        withJSONObject: body.filter { ($0.value as? String)?.isEmpty != true }, options: .sortedKeys)
    return request
}
