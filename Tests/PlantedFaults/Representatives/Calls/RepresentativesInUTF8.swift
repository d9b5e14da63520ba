import ContractChecking
import ExampleClients
import Foundation

/// A body in Latin-1 is read as UTF-8.
let representativesInUTF8 = Plant(
    "a body in Latin-1 is read as UTF-8", in: "representatives", call: "representatives",
    finds: [
        "client.threw": ["cases/0/returns", "cases/1/returns"]
    ]
) { arguments, transport in
    try await RepresentativeController(
        transport: { request in
            let (data, response) = try await transport.send(request)
            guard String(data: data, encoding: .utf8) != nil else { throw RepresentativesError.unreadable }
            return (data, response)
        }
    ).searchRepresentatives(forState: arguments["state"])
}
