import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A question mark stands where an ampersand belongs.
let stateAndOutputJoined = Plant(
    "a question mark stands where an ampersand belongs", in: "representatives", builder: "representatives",
    finds: [
        "request.query": ["request/query/state", "request/query/output"]
    ]
) { arguments in
    _ = try RepresentativesAPI.representatives(state: arguments["state"])
    return try URLRequest(
        text:
            "https://whoismyrepresentative.com/getall_reps_bystate.php?state=\(arguments["state"] as String)?output=json"
    )
}
