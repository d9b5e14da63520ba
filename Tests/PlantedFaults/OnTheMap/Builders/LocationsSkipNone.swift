import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What is left out is sent as zero.
let locationsSkipNone = Plant(
    "what is left out is sent as zero", in: "on-the-map", builder: "locations",
    finds: [
        "request.query": ["request/query/skip"]
    ]
) { arguments in
    let _ = try arguments.soundLocations
    return try OnTheMapAPI.locations(
        limit: arguments["limit"], skip: arguments["skip"] ?? 0, uniqueKey: arguments["uniqueKey"],
        configuration: arguments.configuration)
}
