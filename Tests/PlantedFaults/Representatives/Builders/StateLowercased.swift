import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A state is in lower case.
let stateLowercased = Plant(
    "a state is in lower case", in: "representatives", builder: "representatives",
    finds: [
        "request.query": ["request/query/state"]
    ]
) { arguments in
    let state: String = try arguments["state"]
    _ = try RepresentativesAPI.representatives(state: state)
    return try URLRequest(
        text: "https://whoismyrepresentative.com/getall_reps_bystate.php?output=json&state=\(state.lowercased())")
}
