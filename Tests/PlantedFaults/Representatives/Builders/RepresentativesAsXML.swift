import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Nobody asks for JSON.
let representativesAsXML = Plant(
    "nobody asks for JSON", in: "representatives", builder: "representatives",
    finds: [
        "request.query": ["request/query/output"]
    ]
) { arguments in
    let request = try RepresentativesAPI.representatives(state: arguments["state"])
    return try URLRequest(
        text: "https://whoismyrepresentative.com/getall_reps_bystate.php?state=\(arguments["state"] as String)",
        timeout: request.timeoutInterval)
}
