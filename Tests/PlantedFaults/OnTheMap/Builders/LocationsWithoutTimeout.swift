import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The timeout is that of another service.
let locationsWithoutTimeout = Plant(
    "the timeout is that of another service", in: "on-the-map", builder: "locations",
    finds: [
        "request.timeout": ["request/timeout"]
    ]
) { arguments in
    var request = try arguments.soundLocations
    request.timeoutInterval = 10
    return request
}
