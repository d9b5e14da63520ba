import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

@testable import ContractCommand

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A folder with the contract of a one-endpoint service, and a way to run a command line over it.
final class CommandFixture: Sendable {
    struct Output {
        let code: ExitCode
        let out: String
        let err: String
    }

    let url = FileManager.default.temporaryDirectory.appendingPathComponent("command-\(UUID().uuidString)")
    private let origin: String

    init(origin: String = "https://ping.example.com") throws {
        self.origin = origin
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

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path): \(error)") }
    }

    func write(_ text: String, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appendingPathComponent(path)), as: UTF8.self)
    }

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
    ) async -> Output {
        await run(words, environment: environment, input: input, answer: answer)
    }

    /// Runs a command line; with an answer there is somebody who gives it when asked.
    func run(
        _ words: [String], environment: [String: String] = [:], input: String = "", answer: String? = nil
    ) async -> Output {
        let out = Locked("")
        let err = Locked("")
        let typed: @Sendable () -> String? = { answer }
        let terminal = Terminal(
            out: { text in out.withLock { $0 += text } }, err: { text in err.withLock { $0 += text } },
            readInput: { Data(input.utf8) }, readAnswer: answer == nil ? nil : typed, environment: environment)
        let code = await CommandRunner(suite: suite, provider: nil, terminal: terminal).run(words)
        return Output(code: code, out: out.withLock { $0 }, err: err.withLock { $0 })
    }
}
