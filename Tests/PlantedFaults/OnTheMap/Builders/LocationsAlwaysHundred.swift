import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The limit is a constant.
let locationsAlwaysHundred = Plant(
    "the limit is a constant", in: "on-the-map", builder: "locations",
    finds: [
        "request.query": ["request/query/limit"]
    ]
) { arguments in
    let _ = try arguments.soundLocations
    return try OnTheMapAPI.locations(
        limit: 100, skip: arguments["skip"], uniqueKey: arguments["uniqueKey"], configuration: arguments.configuration)
}
