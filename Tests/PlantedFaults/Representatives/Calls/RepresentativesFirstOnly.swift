import ExampleClients
import Foundation
import Testing

@Test("only the first is returned") func representativesFirstOnly() async {
    await expect(
        ["client.returns": ["cases/0/returns/type", "cases/1/returns/type", "cases/2/returns/const"]],
        of: .call("representatives/representatives") { arguments, transport in
            try await RepresentativeController(transport: transport.send)
                .searchRepresentatives(forState: arguments["state"]).first
        })
}
