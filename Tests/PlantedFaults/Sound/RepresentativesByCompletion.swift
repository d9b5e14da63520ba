import ContractChecking
import ExampleClients
import Foundation

/// A call that waits for a completion.
let representativesByCompletion = Plant(
    "a call that waits for a completion", in: "representatives", call: "representatives",
    finds: [:]
) { arguments, transport in
    let state: String = try arguments["state"]
    return try await withCheckedThrowingContinuation { continuation in
        Task {
            do {
                let found = try await RepresentativeController(transport: transport.send).searchRepresentatives(
                    forState: state)
                continuation.resume(returning: found)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    } as [Representative]
}
