import CommandTestSupport
import ContractFormat
import ExampleProvider
import Foundation
import JSONSchema
import Testing

@testable import ContractChecking
@testable import ContractCommand
@testable import contracts

/// Every client call under every fault of the provider, over real sockets. Each must end in the declared error, in
/// time.
///
/// Calls are serialized because many at once would keep the only session of the process busy.
@Suite(.serialized) struct ProviderFaultTests {
    private static let suite = packageSuite

    /// The contract faults that the provider can play.
    private static let faults = [
        "unreachable", "timeout", "connectionLost", "emptyBody", "malformedBody", "truncatedBody", "wrongContentType",
        "status:500", "slowBody", "redirectLoop", "oversizedBody",
    ]

    /// Maps every origin to the provider.
    private static func origins(port: Int) -> [String: String] {
        let contracts = suite.loaded.value.services.compactMap(\.contract)
        let origins = contracts.flatMap { contract in [contract.origin] + contract.endpoints.compactMap(\.origin) }
        return Dictionary(origins.map { ($0, "http://127.0.0.1:\(port)") }) { first, _ in first }
    }

    @Test(arguments: faults)
    func throwsTheDeclaredErrorForEveryCall(_ name: String) async throws {
        let fault: ProviderFault = try #require(ProviderFault(rawValue: name))
        let provider = ExampleProvider(fault: fault)
        let port = try provider.start()
        defer { provider.stop() }
        // A short deadline replaces the clients' timeouts of five and ten seconds, and one mebibyte replaces the body
        // limit of 32.
        let isEndless = ["timeout", "slowBody"].contains(name)
        let live = LiveTransport(bodyLimit: 1 << 20, deadline: isEndless ? .milliseconds(200) : .seconds(1))
        let transport = try OriginMapping(wrapping: live, Self.origins(port: port))
        let values = CallArguments(mode: .live, environment: ExampleProvider.credentials(in: [:]))
        var called = 0
        for service in Self.suite.loaded.value.services {
            let contract = try #require(service.contract)
            for endpoint in contract.endpoints {
                let declared = try #require(
                    endpoint.faults.first { $0.name == name }, "\(endpoint.name) says nothing of \(name)")
                let call = try #require(service.endpoint(endpoint.name)?.call)
                let arguments = try values.resolve(endpoint.cases.first?.arguments ?? [])
                guard let error = declared.outcome.error else { continue }
                let result = await Deadline.run(seconds: 20) { () -> String in
                    do {
                        return "returned \(Reflection.json(of: try await call(arguments, CallConnection(transport))))"
                    } catch {
                        return Reflection.caseName(error)
                    }
                }
                #expect(result == error.text, "\(service.name)/\(endpoint.name) under \(name)")
                called += 1
            }
        }
        #expect(called == 17)
    }

    @Test(
        arguments: faults + [
            "slow:0.02", "drift:remove:first_name", "drift:null:first_name", "drift:retype:first_name",
        ])
    func reportsEachFaultInVerify(_ name: String) async throws {
        let fault: ProviderFault = try #require(ProviderFault(rawValue: name))
        let provider = ExampleProvider(fault: fault)
        let port = try provider.start()
        defer { provider.stop() }
        let run = await runClients(
            "verify", "--mode", "live", "--origin", "https://onthemap-api.udacity.com=http://127.0.0.1:\(port)",
            "--only", "on-the-map/*/user/Ada", environment: ExampleProvider.credentials(in: [:]))
        let expected: (ExitCode, String) =
            switch name {
            case "unreachable": (.notEvaluated, "onthemap-api.udacity.com returned no response")
            case "timeout", "slowBody": (.notEvaluated, "returned no response (timed out)")
            case "connectionLost", "truncatedBody": (.notEvaluated, "returned no response (connection lost)")
            case "redirectLoop": (.findings, "the status is 302, not 200")
            case "oversizedBody": (.notEvaluated, "returned no response")
            case "emptyBody": (.findings, "the body does not start with the expected prefix")
            case "malformedBody": (.findings, "the body is not JSON")
            case "wrongContentType": (.findings, "the content type differs")
            case "status:500": (.findings, "the status is 500, not 200")
            case "slow:0.02": (.success, "2 checks")
            case "drift:null:first_name": (.findings, "the result of the call differs")
            default: (.findings, "first_name")
            }
        #expect(run.code == expected.0, "\(run.out)")
        #expect(run.out.contains(expected.1), "\(run.out)")
    }
}

/// Runs a command line over the five clients. The output combines both streams.
func runClients(_ words: String..., environment: [String: String] = [:]) async -> (code: ExitCode, out: String) {
    let output = await CommandOutput.of(
        words, over: packageSuite, provider: Contracts.localProvider, environment: environment)
    return (output.code, output.err + output.out)
}

/// The five services of this repository. All tests share them, so that contracts and recordings are read only once.
let packageSuite = clientSuite(in: packageFolder)

let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
