import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The identifier stands in the query.
let changedByQuery = Plant(
    "the identifier stands in the query", in: "on-the-map", builder: "changeLocation",
    finds: [
        "request.path": ["request/path"],
        "request.query": ["request"],
    ]
) { arguments in
    var request = try arguments.soundChange
    let identifier: String = try arguments["objectID"]
    request.url = URL(
        string: "https://onthemap-api.udacity.com/v1/StudentLocation?objectId=\(identifier.percentEncoded)")
    return request
}
