import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Nothing is left out when it is the first page.
let locationsSkipOnce = Plant(
    "nothing is left out when it is the first page", in: "on-the-map", builder: "locations",
    finds: [
        "request.query": ["request/query/skip"]
    ]
) { arguments in
    let skip: Int? = try arguments["skip"]
    return try OnTheMapAPI.locations(
        limit: arguments["limit"], skip: skip == 0 ? nil : skip, uniqueKey: arguments["uniqueKey"],
        configuration: arguments.configuration)
}
