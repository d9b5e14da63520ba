import ContractChecking
import ExampleClients
import Foundation

/// Only the first is returned.
let representativesFirstOnly = Plant(
    "only the first is returned", in: "representatives", call: "representatives",
    finds: [
        "client.returns": ["cases/0/returns/type", "cases/1/returns/type", "cases/2/returns/const"]
    ]
) { arguments, transport in
    try await RepresentativeController(transport: transport.send)
        .searchRepresentatives(forState: arguments["state"]).first
}
