import ExampleClients
import Foundation
import Testing

@Test("a body in Latin-1 is read as UTF-8") func representativesInUTF8() async {
    await expect(
        ["client.threw": ["cases/0/returns", "cases/1/returns"]],
        of: .call("representatives/representatives") { arguments, transport in
            try await RepresentativeController(
                transport: { request in
                    let (data, response) = try await transport.send(request)
                    guard String(data: data, encoding: .utf8) != nil else { throw RepresentativesError.unreadable }
                    return (data, response)
                }
            ).searchRepresentatives(forState: arguments["state"])
        })
}
