import ContractChecking
import ExampleClients
import Foundation

/// Nobody found is a failure.
let representativesNobodyFails = Plant(
    "nobody found is a failure", in: "representatives", call: "representatives",
    finds: [
        "client.threw": ["cases/2/returns"]
    ]
) { arguments, transport in
    let found = try await RepresentativeController(transport: transport.send)
        .searchRepresentatives(forState: arguments["state"])
    guard !found.isEmpty else { throw RepresentativesError.unreadable }
    return found
}
