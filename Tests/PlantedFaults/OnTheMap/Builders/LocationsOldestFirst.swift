import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The order is the other way round.
let locationsOldestFirst = Plant(
    "the order is the other way round", in: "on-the-map", builder: "locations",
    finds: [
        "request.query": ["request/query/order"]
    ]
) { arguments in
    var request = try arguments.soundLocations
    request.url = URL(
        string: (request.url?.absoluteString ?? "").replacingOccurrences(
            of: "order=-updatedAt", with: "order=updatedAt"))
    return request
}
