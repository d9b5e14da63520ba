import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A change is posted.
let changedByPOST = Plant(
    "a change is posted", in: "on-the-map", builder: "changeLocation",
    finds: [
        "request.method": ["request/method"]
    ]
) { arguments in
    var request = try arguments.soundChange
    request.httpMethod = "POST"
    return request
}
