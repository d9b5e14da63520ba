import ExampleClients
import Foundation
import Testing

@Test("nobody found is a failure") func representativesNobodyFails() async {
    await expect(
        ["client.threw": ["cases/2/returns"]],
        of: .call("representatives/representatives") { arguments, transport in
            let found = try await RepresentativeController(transport: transport.send)
                .searchRepresentatives(forState: arguments["state"])
            guard !found.isEmpty else { throw RepresentativesError.unreadable }
            return found
        })
}
