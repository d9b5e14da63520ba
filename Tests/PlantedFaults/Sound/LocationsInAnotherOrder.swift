import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Pairs in another order.
let locationsInAnotherOrder = Plant(
    "pairs in another order", in: "on-the-map", builder: "locations",
    finds: [:]
) { arguments in
    var request = try arguments.soundLocations
    request.url = request.url.flatMap { url in
        var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        let pairs = (components?.percentEncodedQuery ?? "").split(separator: "&")
        components?.percentEncodedQuery = pairs.reversed().joined(separator: "&")
        return components?.url
    }
    return request
}
