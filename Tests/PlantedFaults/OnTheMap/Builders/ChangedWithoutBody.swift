import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The body is forgotten.
let changedWithoutBody = Plant(
    "the body is forgotten", in: "on-the-map", builder: "changeLocation",
    finds: [
        "request.body": ["request/body"]
    ]
) { arguments in
    var request = try arguments.soundChange
    request.httpBody = nil
    return request
}
