import CommandTestSupport
import ContractChecking
import ExampleProvider
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractCommand
@testable import ContractHealth
@testable import contracts

/// The `health` command over the five clients, in this process.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HealthCommandTests {
    /// Contracts and recordings are read once for all tests.
    private static let suite = clientSuite(in: HealthProcess.package)

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(
        _ words: [String], fault: String? = nil, environment: [String: String] = ExampleProvider.credentials(in: [:])
    ) async throws -> (code: Int32, out: String, err: String) {
        let suite = Self.suite
        let provider = try fault.map { name in
            let known: ProviderFault = try #require(ProviderFault(rawValue: name))
            return ExampleProvider(fault: known)
        }
        defer { provider?.stop() }
        var origins: [String] = []
        if let port = try provider?.start() {
            for contract in suite.loaded.value.services.compactMap(\.contract) {
                for origin in Set([contract.origin] + contract.endpoints.compactMap(\.origin)) {
                    origins += ["--origin", "\(origin)=http://127.0.0.1:\(port)"]
                }
            }
        }
        // Next to CPU-bound tests, a round may get its threads minutes late.
        let patience = words.contains("--round-deadline") ? [] : ["--round-deadline", "3600"]
        let output = await CommandOutput.of(
            ["health"] + patience + words + origins, over: suite, provider: Contracts.localProvider,
            environment: environment)
        return (output.code.rawValue, output.out, output.err)
    }

    @Test(arguments: [
        ("status:500", 1, "failing", 2), ("unreachable", 1, "unreachable", 2),
        ("drift:null:mediaURL", 1, "degraded", 1),
        ("drift:remove:createdAt", 1, "failing", 2), ("malformedBody", 1, "failing", 2),
        ("slow:0.001", 0, "healthy", 0),
        ("truncatedBody", 1, "unreachable", 2), ("redirectLoop", 1, "failing", 2),
    ])
    func exitsWithTheCodeOfEitherStyle(fault: String, code: Int32, verdict: String, plugin: Int32) async throws {
        let words = ["--only", "on-the-map/locations", "--retries", "0"]
        let plain = try await run(words, fault: fault)
        #expect(plain.code == code, "\(plain.out)\(plain.err)")
        #expect(plain.out.contains(verdict))
        let nagios = try await run(words + ["--exit-style", "nagios"], fault: fault)
        #expect(nagios.code == plugin)
        let state = ["OK", "WARNING", "CRITICAL"][Int(plugin)]
        #expect(nagios.out.hasPrefix("CONTRACTS \(state) - "), "\(nagios.out)")
    }

    /// Occasional bytes keep every timeout of `URLSession` from firing. The deadline still applies.
    @Test func endsASlowResponseAtTheDeadline() async throws {
        let run = try await run(
            ["--only", "on-the-map/*", "--retries", "0", "--deadline", "1"], fault: "slowBody")
        #expect(run.code == 1)
        #expect(run.out.contains("no complete response arrived"))
        #expect(run.out.contains("a response within 1 s"))
        #expect(run.out.contains("2 endpoints: 2 unreachable"))
    }

    @Test func endsAtTheDeadlineOfTheRound() async throws {
        let run = try await run(
            ["--only", "elements/*", "--jobs", "2", "--deadline", "60", "--round-deadline", "1"], fault: "slowBody")
        #expect(run.code == 1)
        // Two endpoints were being called. The other three are shown neither as healthy nor as failing.
        #expect(run.out.contains("no complete response arrived before the round ended"))
        #expect(run.out.contains("the round's deadline of 1 s passed before its turn"))
        #expect(run.out.contains("5 endpoints: 2 unreachable, 3 unsupported"), "\(run.out)")
    }

    @Test func cannotEvaluateWithoutItsSecrets() async throws {
        let run = try await run(["--only", "on-the-map/*"], fault: "slow:0.001", environment: [:])
        #expect(run.code == 3)
        #expect(run.out.contains("skipped: PARSE_APPLICATION_ID is not set"))
        let nagios = try await self.run(
            ["--only", "on-the-map/*", "--exit-style", "nagios"], fault: "slow:0.001", environment: [:])
        #expect(nagios.code == 3)
        #expect(nagios.out.hasPrefix("CONTRACTS UNKNOWN - "))
    }

    @Test func passesDuringMaintenance() async throws {
        let run = try await run(
            ["--only", "tarot-cards/card", "--retries", "0", "--maintenance", "tarot-cards/*=daily 00:00-24:00"],
            fault: "status:500")
        #expect(run.code == 0)
        #expect(run.out.contains("in maintenance"))
    }

    @Test func writesEveryReport() async throws {
        let formats = ["console", "json", "jsonl", "prometheus", "html", "badge", "nagios"]
        let run = try await run(
            ["--local", "--only", "tarot-cards/card"]
                + formats.flatMap { ["--report", "\($0)=\(folder.path($0))"] })
        #expect(run.code == 0, "\(run.err)")
        #expect(try folder.files == formats.sorted())
        for format in formats { #expect(try !folder.text(of: format).isEmpty) }
        #expect(try JSON(parsing: Array(try folder.text(of: "json").utf8)).objectValue != nil)
        #expect(run.out.contains("1 endpoint: 1 healthy"))
    }

    @Test func reservesStandardOutputForAReport() async throws {
        let run = try await run([
            "--local", "--only", "tarot-cards/card", "--report", "json=-", "--ping", "http://127.0.0.1:9/x",
        ])
        #expect(try JSON(parsing: Array(run.out.utf8)).objectValue != nil)
        #expect(run.err == "contracts: the dead man's switch was not reached: connection refused\n")
    }

    @Test func callsTheDeadMansSwitchAndReportsItsFailure() async throws {
        // The provider returns 200 for this path, and 404 for unknown paths.
        let provider = ExampleProvider()
        let port = try provider.start()
        defer { provider.stop() }
        let run = try await run([
            "--local", "--only", "tarot-cards/card", "--ping", "http://127.0.0.1:\(port)/tarot-deck.ssp?card=1",
        ])
        #expect(run.code == 0)
        #expect(!run.out.contains("dead man"))
        let lost = try await self.run([
            "--local", "--only", "tarot-cards/card", "--ping", "http://127.0.0.1:\(port)/nobody",
        ])
        #expect(lost.out.contains("the dead man's switch was not reached: it answered with status 404"))
    }

    @Test func refusesTheStateOfANewerVersion() async throws {
        try folder.write(#"{"version":9}"#, to: "state.json")
        let run = try await run(["--local", "--state", folder.path("state.json")])
        #expect(run.code == 2)
        #expect(run.err.contains("has version 9, but this program supports versions up to 2"))
        #expect(try folder.text(of: "state.json") == #"{"version":9}"#)
    }

    @Test(arguments: [
        (["--every", "5"], "'5' is not a valid value for '--every'; expected a span such as 30s, 5m, 4h or 2d"),
        (["--only", "elements/elemens"], "did you mean 'elements/elements'?"),
        (["--notify", "true"], "it needs '--state FILE', or '--every SPAN'"),
        (["--remind", "4h"], "'--remind' needs '--notify'"),
        (["--history-size", "5"], "'--history-size' needs '--history'"),
        (["--maintenance", "sunday"], "'sunday' is not a maintenance window"),
        (["--ping", "nowhere"], "the value of '--ping' is not a URL"),
        (["--report", "htm=x"], "did you mean 'html'?"),
        (["--exit-style", "nagos"], "did you mean 'nagios'?"),
        (["--latency", "0"], "expected seconds from 0.001 to 60, such as 0.25"),
        (["--jobs", "0"], "valid: a number from 1 to 256"),
        (["--state"], "'--state' needs a value: FILE"),
        (["--origin", "x"], "'x' is not a valid value for '--origin'"),
        (["now"], "takes options only, found 'now'"),
        (["--isolation", "thread"], "valid: process, none"),
    ])
    func reportsUsageErrors(words: [String], message: String) async throws {
        let run = try await run(["--local"] + words)
        #expect(run.code == 2)
        #expect(run.err.contains(message), "\(run.err)")
        #expect(run.out == "")
    }

    @Test func reportsUsageErrorsInNagiosStyle() async throws {
        let run = try await run(["--local", "--exit-style", "nagios", "--only", "nothing/*"])
        #expect(run.code == 3)
        #expect(run.out.hasPrefix("CONTRACTS UNKNOWN - no endpoint with a health check matches 'nothing/*'"))
    }

    @Test func helpListsTheOptions() async throws {
        let run = try await run(["--help"])
        #expect(run.code == 0)
        for option in ["--every SPAN", "--state FILE", "--notify COMMAND", "--maintenance WINDOW", "--ping URL"] {
            #expect(run.out.contains(option))
        }
    }
}
