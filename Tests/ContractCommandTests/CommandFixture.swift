import CommandTestSupport
import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A folder with the contract and recording of a one-endpoint service, for running command lines.
final class CommandFixture: Sendable {
    private let folder: TemporaryFolder
    private let origin: String

    var url: URL { folder.url }

    init(origin: String = "https://ping.example.com") throws {
        self.origin = origin
        folder = try TemporaryFolder()
        try write(
            #"""
            {
              "service": "ping",
              "origin": "\#(origin)",
              "endpoints": {
                "ping": {
                  "request": { "method": "GET", "path": "/ping" },
                  "responses": { "200": { "schema": { "type": "object", "required": ["pong"] } } },
                  "cases": [ { "name": "pong", "status": 200, "returns": { "type": "boolean" } } ]
                }
              }
            }
            """#, to: "Contracts/ping/contract.json")
        let exchange = HTTPExchange(
            request: RecordedRequest(method: "GET", url: "\(origin)/ping"),
            response: RecordedResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: Array(#"{"pong":true}"#.utf8)))
        let recording = Recording(entries: [exchange])
        try write(String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/ping/ping.pong.har")
    }

    func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

    func text(of path: String) throws -> String { try folder.text(of: path) }

    private var suite: ContractSuite {
        let origin = origin
        let build: Endpoint.Builder = { _ in
            guard let url = URL(string: "\(origin)/ping") else { throw URLError(.badURL) }
            return URLRequest(url: url)
        }
        return ContractSuite(
            contracts: url.appendingPathComponent("Contracts"), recordings: url.appendingPathComponent("Recordings")
        ) {
            Service("ping") {
                Endpoint("ping", build) { arguments, transport in
                    try await transport.send(try build(arguments)).1.statusCode == 200
                }
            }
        }
    }

    func run(
        _ words: String..., environment: [String: String] = [:], input: String = "", answer: String? = nil
    ) async -> CommandOutput {
        await run(words, environment: environment, input: input, answer: answer)
    }

    /// Runs a command line. Prompts receive `answer`; without one, the terminal is not interactive.
    func run(
        _ words: [String], environment: [String: String] = [:], input: String = "", answer: String? = nil
    ) async -> CommandOutput {
        await .of(words, over: suite, environment: environment, input: input, answer: answer)
    }
}
