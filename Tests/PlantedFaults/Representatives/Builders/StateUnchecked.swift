import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Any text passes for a state.
let stateUnchecked = Plant(
    "any text passes for a state", in: "representatives", builder: "representatives",
    finds: [
        "rejects.built": ["rejects/0", "rejects/1", "rejects/2", "rejects/3"]
    ]
) { arguments in
    let state: String = try arguments["state"]
    return try URLRequest(
        text: "https://whoismyrepresentative.com/getall_reps_bystate.php?output=json&state=\(state.percentEncoded)")
}
