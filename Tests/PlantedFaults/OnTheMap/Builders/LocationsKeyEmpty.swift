import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An empty key is left out.
let locationsKeyEmpty = Plant(
    "an empty key is left out", in: "on-the-map", builder: "locations",
    finds: [
        "request.query": ["request/query/uniqueKey"]
    ]
) { arguments in
    let key: String? = try arguments["uniqueKey"]
    return try OnTheMapAPI.locations(
        limit: arguments["limit"], skip: arguments["skip"], uniqueKey: key?.isEmpty == true ? nil : key,
        configuration: arguments.configuration)
}
