import ExampleClients
import Foundation
import Testing

@Test("a call that waits for a completion") func representativesByCompletion() async {
    await expectNothing(
        of: .call("representatives/representatives") { arguments, transport in
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
        })
}
