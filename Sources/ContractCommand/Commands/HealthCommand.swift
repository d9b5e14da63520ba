import ContractChecking
import ContractFormat
import ContractHealth
import Foundation
import JSONSchema

enum HealthCommand: SuiteCommand {
    static let spec = CommandSpec(
        "health",
        "run the health checks of the contracts live, once or on a schedule, and report the health of each endpoint",
        options: [
            OptionSpec("every", "SPAN", "run a round every 30s, 5m, 1h … until interrupted"),
            OptionSpec(
                "only", "ENDPOINT", repeats: true, "only endpoints whose SERVICE/ENDPOINT matches: 'elements/*'"),
        ] + SharedOptions.servers + [
            OptionSpec(
                "report", "FORMAT=FILE", repeats: true,
                HealthFormat.allCases.map(\.rawValue).joined(separator: ", ") + "; '-' is standard output",
                choices: HealthFormat.allCases.map { $0.rawValue + "=" }),
            OptionSpec("schema", "print the JSON Schema of the formats json and jsonl and do nothing else"),
            OptionSpec(
                "exit-style", "STYLE",
                "contracts (default), or nagios: one status line, and the exit codes 0 to 3 of a plugin",
                choices: ["contracts", "nagios"]),
            OptionSpec("state", "FILE", "store verdicts, notifications and availability between runs"),
            OptionSpec("history", "FILE", "append a JSON line for each endpoint and round"),
            OptionSpec("history-size", "MB", "the size at which the history is rotated (10); five old files are kept"),
            OptionSpec("fail-after", "N", "consecutive worse rounds after which the verdict gets worse (3)"),
            OptionSpec("recover-after", "N", "consecutive better rounds after which the verdict improves (2)"),
            OptionSpec(
                "latency", "SECONDS",
                "the call duration above which an endpoint is degraded (0.25); the contract can also set it"),
            OptionSpec(
                "certificate-days", "N",
                "days for which the server's certificate must still be valid (14), according to 'openssl'"),
            OptionSpec("retries", "N", "how often a failed call is retried before it counts as failed (1)"),
            OptionSpec("notify", "COMMAND", "run 'sh -c COMMAND' for each change, with JSON on its standard input"),
            OptionSpec("remind", "SPAN", "repeat the notification while a verdict is not healthy, such as every 4h"),
            OptionSpec(
                "maintenance", "WINDOW", repeats: true,
                "a time when failures are ignored, in UTC: 'sun 02:00-04:00', 'elements/*=2026-11-21T02:00Z/2h'"),
            OptionSpec(
                "ping", "URL",
                "call a dead man's switch after each round, with /fail appended if the round is not healthy"),
            OptionSpec("deadline", "SECONDS", "the time after which a call counts as unanswered (10)"),
            OptionSpec("round-deadline", "SECONDS", "the time after which a round ends (120, or the span of --every)"),
            OptionSpec("jobs", "N", "endpoints called concurrently (4)"),
            ProcessExecutor.option, VariableOptions.option, SharedOptions.color,
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        if arguments.has("schema") {
            context.terminal.out(.json(HealthSchema.text))
            return .success
        }
        guard arguments["exit-style"] == HealthSettings.ExitStyle.nagios.rawValue else {
            return try await rounds(arguments, context)
        }
        // Nagios reads one line of standard output, so errors are reported there.
        do { return try await rounds(arguments, context) } catch {
            let lines = "\(error)".split(whereSeparator: \.isNewline)
            context.terminal.out("CONTRACTS UNKNOWN - \(lines.joined(separator: " "))\n")
            return .notEvaluated
        }
    }

    private static func rounds(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let settings = try HealthSettings(arguments)
        let output = try HealthOutput(arguments, settings, context.terminal)
        let checks = context.suite.checks.filter { check in
            let globs = settings.options.only.map { Glob(String($0.prefix { $0 != "/" })) }
            return globs.isEmpty || globs.contains { $0.matches(check.service) }
        }
        let names = Set(checks.map(\.service))
        let hasFaults = context.services.contains { names.contains($0.name) && !$0.faults.isEmpty }
        if hasFaults, settings.exitStyle == .nagios {
            throw CommandError("contracts or bindings have faults; 'contracts lint' lists them")
        }
        try FaultPrinter.check(checks, context)
        let asked = try VerifyCommand.options(spec.name, arguments, context, mode: .live)
        let contracts = context.contracts
        try VerifyCommand.checkOrigins(of: asked, contracts)
        let targets = try targets(settings.options, of: context.suite)
        let interruption = settings.interval.map { _ in Interruption() }
        let server = try LocalServer.start(for: arguments, context, asked)
        defer { server?.stop() }
        let live = server?.options ?? asked
        let observe = try observer(targets, settings, live, arguments, context)
        let certificates = CertificateWatch(targets, live: live)
        let (accepted, now) = (context.suite.loaded.value.accepted, context.terminal.now)
        let isWhole = settings.options.only.isEmpty
        var dependencies = HealthMonitor.Dependencies {
            await certificates.judged(try await observe())
                .judged(by: AcceptanceJudgement(accepted, at: now()), isWhole: isWhole)
        }
        dependencies.now = now
        if let line = settings.notify {
            var notify = NotifyCommand(line, environment: context.terminal.environment, contracts: contracts)
            notify.endsBySignal = interruption == nil && context.terminal.ownsProcessStreams
            dependencies.notify = { [notify] in try await notify($0) }
        }
        if let address = settings.ping {
            let ping = DeadMansSwitch(address: address)
            dependencies.ping = { try await ping($0) }
        }
        let monitor = try monitor(settings, targets, dependencies)
        guard let interval = settings.interval, let interruption else {
            let code = output.print(try await monitor.round())
            // Endpoints with contract faults are not observed.
            return hasFaults ? .usage : code
        }
        return try await go(on: monitor, every: interval, output, context.terminal, until: interruption)
    }

    private static func go(
        on monitor: HealthMonitor, every interval: Double, _ output: HealthOutput, _ terminal: Terminal,
        until interruption: Interruption
    ) async throws -> ExitCode {
        try await interruption.run {
            let uptime = { ProcessInfo.processInfo.systemUptime }
            var schedule = Schedule(first: uptime(), interval: interval)
            while true {
                do { _ = output.print(try await monitor.round()) } catch is CancellationError {
                    throw CancellationError()
                } catch {
                    // The next round may succeed; the dead man's switch was notified of this failure.
                    terminal.err("contracts: this round could not be run: \(error)\n")
                }
                try await Task.sleep(for: .seconds(schedule.wait(at: uptime(), chance: .random(in: 0...1))))
            }
        }
        return .success
    }

    private static func monitor(
        _ settings: HealthSettings, _ targets: [HealthTarget], _ dependencies: HealthMonitor.Dependencies
    ) throws -> HealthMonitor {
        do {
            return try HealthMonitor(
                settings.options, thresholds: Dictionary(targets.map { ($0.id, $0.thresholds) }) { first, _ in first },
                file: try settings.state.map { try StateFile(path: $0) }, history: settings.history,
                dependencies: dependencies)
        } catch  where !(error is StateFault) {
            throw CommandError("\(error)", code: .notEvaluated)
        }
    }

    /// - Throws: an error if a glob matches no endpoint, because a monitor that watches nothing must fail.
    private static func targets(_ options: HealthOptions, of suite: ContractSuite) throws -> [HealthTarget] {
        var all = options
        all.only = []
        let names = HealthTarget.all(in: suite, all).map(\.id)
        guard !names.isEmpty else {
            throw CommandError("no case of any contract is a health check; mark one with \"health\": true")
        }
        let patterns = options.only + options.maintenance.compactMap(\.pattern)
        try SelectionOptions.check(patterns, among: names, "endpoint with a health check")
        return HealthTarget.all(in: suite, options)
    }

    private static func observer(
        _ targets: [HealthTarget], _ settings: HealthSettings, _ live: Options, _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> @Sendable () async throws -> [EndpointObservation] {
        guard try ProcessExecutor.isUsed(arguments, context.terminal) else {
            let observer = try HealthObserver(targets, settings.options, live: live)
            return { await observer.observe() }
        }
        let round = IsolatedRound(
            suite: context.suite, targets: targets, options: settings.options, live: live, terminal: context.terminal)
        return { try await round.observe() }
    }
}
