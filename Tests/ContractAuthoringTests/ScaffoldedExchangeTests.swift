import ContractFormat
import Foundation
import TestSupport
import Testing

@testable import ContractAuthoring

/// The scaffolded client of a contract with every kind of request and response, compiled, bound and verified like a
/// user's.
@Suite struct ScaffoldedExchangeTests {
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scaffold/exchange/contract.json")

    /// The response bodies that no JSON schema describes.
    private static let bodies = [
        "remark": "accepted", "cover": "\u{1}\u{2}",
        "order": "<feed xmlns='http://www.w3.org/2005/Atom'><entry id='n1'><title>Tea</title></entry></feed>",
        "progress": ": hello\n\ndata: {\"id\":1}\n\ndata: {\"id\":2,\"name\":\"Tea\"}\n\ndata: [DONE]\n\n",
        "log": "{\"id\":1}\n{\"id\":2,\"name\":null}\n",
    ]

    @Test func scaffoldsAClientThatPassesForEveryKindOfExchange() async throws {
        let folder = try TemporaryFolder()
        let bytes = try Data(contentsOf: Self.source)
        try folder.write(String(decoding: bytes, as: UTF8.self), to: "Contracts/exchange/contract.json")
        let file = folder.url.appendingPathComponent("Contracts/exchange/contract.json")
        let loaded = ContractLoader.load(file: file, service: "exchange")
        #expect(loaded.faults == [])
        let contract = try #require(loaded.contract)
        let scaffold = ClientScaffold(contract)
        #expect(scaffold.gaps.map(\.description) == [])
        #expect(scaffold.endpoints == contract.endpoints.map(\.name))
        try ScaffoldedProgram(contract: contract, scaffold: scaffold, bodies: Self.bodies).write(to: folder.url)
        let program = try await Workshop.program(in: folder.url)
        let lines = try await Workshop.run(program, [folder.url.path]).split(separator: "\n").map(String.init)
        #expect(lines.filter { !$0.contains(" passed ") } == [])
        #expect(lines.count == 2, "\(lines)")
    }
}
