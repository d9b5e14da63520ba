import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A state stands in the URL as it is, once it was looked at.
let representativesInterpolated = Plant(
    "a state stands in the URL as it is, once it was looked at", in: "representatives", builder: "representatives",
    finds: [:]
) { arguments in
    let state: String = try arguments["state"]
    guard state.count == 2, state.allSatisfy({ ("A"..."Z").contains($0) && $0.isASCII }), state.utf8.count == 2 else {
        throw RepresentativesError.invalidState
    }
    return try URLRequest(text: "https://whoismyrepresentative.com/getall_reps_bystate.php?output=json&state=\(state)")
}
