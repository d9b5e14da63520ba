import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

enum VerifyCommand: SuiteCommand {
    static let spec = CommandSpec(
        "verify", "run every check: requests, responses, models, clients, faults and scenarios",
        options: [
            OptionSpec(
                "mode", "MODE", "replay (default), live or record; also CONTRACT_MODE",
                choices: Mode.allCases.map(\.rawValue)), VerifyWatch.option, MaximumAge.option,
        ] + FindingAcceptor.options + sharedOptions)

    static let sharedOptions =
        SharedOptions.servers + [
            OptionSpec("allow-ci", "record even if CI is set"),
            SharedOptions.report, SharedOptions.failOn(), ProcessExecutor.option,
            OptionSpec("jobs", "N", "concurrent checks in replay; otherwise concurrent requests per origin (2)"),
            SharedOptions.deadline, OptionSpec("time-limit", "SECONDS", "the time limit of the whole run (3600)"),
            SharedOptions.color,
        ] + LiveOptions.all + SharedOptions.selection + SharedOptions.folders

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let mode = try arguments.choice("mode", of: Mode.allCases)
        if arguments.has("watch") { return try await VerifyWatch.run(arguments, context, mode: mode) }
        return try await run(spec.name, arguments, context, mode: mode)
    }

    static func run(
        _ command: String, _ arguments: ParsedArguments, _ context: CommandContext, mode: Mode?
    ) async throws -> ExitCode {
        let printer = try ReportPrinter(arguments, context.terminal)
        let plain = try options(command, arguments, context, mode: mode)
        let mode = try plain.resolvedMode()
        let acceptance = try FindingAcceptor(arguments, context)
        let selection = try SelectionOptions.read(arguments, context)
        let contracts = context.contracts
        try checkOrigins(of: plain, contracts)
        var asked = try LiveOptions.read(arguments, for: plain.with(mode: mode, selection), contracts)
        asked.kindsListingProbes = printer.listed
        try FaultPrinter.check(context.suite.selected(by: asked), context)
        let report = try await report(arguments, context, asked)
        try printer.print(report)
        let isCall = { (result: CheckResult) in result.check.kind == .client && result.outcome == .failed }
        if asked.recording.provider == .madeUp, report.checks.contains(where: isCall) {
            context.terminal.err(
                "contracts: the values of a made-up response are arbitrary; if a call needs certain ones, give the "
                    + "member 'const', 'enum' or 'examples' in the response's schema\n")
        }
        try acceptance?.accept(report)
        return ExitCode(of: report)
    }

    static func report(
        _ arguments: ParsedArguments, _ context: CommandContext, _ asked: Options, checks: [Check]? = nil
    ) async throws -> Report {
        let agreed = try LiveOptions.agreed(asked, arguments, context)
        let server = try LocalServer.start(for: arguments, context, agreed)
        defer { server?.stop() }
        var options = server?.options ?? agreed
        let cleanUp =
            options.mode == .record && !options.recording.comparesOnly
            ? SignalCleanUp.ofRecordings(context.terminal) : nil
        defer { cleanUp?.cancel() }
        let checks = checks ?? context.suite.selected(by: options)
        let progress = ServiceProgress(context.terminal, checks: checks)
        defer { progress?.clear() }
        options.observers.progress = { [terminal = context.terminal] result in
            if let hang = result.hang {
                if terminal.isErrTerminal { terminal.err(.rendered(ServiceProgress.erasure)) }
                terminal.err("contracts: \(result.check.id): \(hang.message); expected \(hang.expected ?? "an end")\n")
            }
            progress?.note(result)
        }
        options.observers.running = progress?.note
        // Code under test may change the working directory, but report paths are relative to the original one.
        let processState = SavedProcessState()
        defer { processState.restore() }
        return try await ProcessExecutor.run(context.suite, options, arguments, context.terminal).report(of: checks)
    }

    static func options(
        _ command: String, _ arguments: ParsedArguments, _ context: CommandContext, mode: Mode?
    ) throws -> Options {
        let failOn = try arguments.failOn()
        let jobs = try arguments.integer("jobs", in: 1...256)
        let deadline = try arguments.integer("deadline", in: 1...3600)
        let timeLimit = try arguments.integer("time-limit", in: 1...86_400)
        let origins = try origins(arguments)
        let maximumAge = try MaximumAge.read(arguments)
        try VariableOptions.check(arguments, context)
        return modified(Options(mode: mode)) { options in
            options.environment = context.terminal.environment
            options.now = context.terminal.now
            options.recording.allowsCI = arguments.has("allow-ci")
            options.failOn = failOn
            options.jobs = jobs ?? options.jobs
            options.deadline = deadline.map(Double.init) ?? options.deadline
            options.budget.seconds = timeLimit.map(Double.init) ?? options.budget.seconds
            options.command = repeatCommand(arguments, "\(context.terminal.program) \(command)")
            options.servers.origins = origins
            options.servers.transport = context.transport
            options.maximumAge = maximumAge
            options.recording.refreshesBefore = maximumAge?.oldest
            let openSSL = OpenSSL(environment: context.terminal.environment)
            options.servers.handshake = { await openSSL.handshake(host: $0, port: $1) }
        }
    }

    /// A misspelt origin would leave the requests to the real service.
    static func checkOrigins(of options: Options, _ contracts: [Contract]) throws {
        let known = Set(contracts.flatMap(\.origins).map { URLText($0).origin })
        for origin in options.servers.origins.keys.sorted() where !known.contains(URLText(origin).origin) {
            let hint = Suggestion.text(for: origin, among: known.sorted())
            throw CommandError("'--origin \(origin)=…': no contract has the origin '\(origin)'\(hint)")
        }
    }

    private static func origins(_ arguments: ParsedArguments) throws -> [String: String] {
        var origins: [String: String] = [:]
        for text in arguments.all("origin") {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, parts.allSatisfy({ URL(string: $0)?.host != nil }) else {
                throw CommandError.invalid(
                    text, for: "origin", "expected FROM=TO, such as https://api.example.com=http://127.0.0.1:8080")
            }
            guard origins.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw CommandError("'--origin \(parts[0])=…' is given twice")
            }
        }
        return origins
    }

    private static func repeatCommand(_ arguments: ParsedArguments, _ command: String) -> String {
        let flags = ["local", LiveOptions.madeUp.name].filter(arguments.has).map { " --\($0)" }
        return command + arguments.quoted(["mode", "contracts", "recordings", "origin", "max-age"]) + flags.joined()
    }
}

extension Options {
    func with(mode: Mode, _ selection: Selection) -> Options {
        modified(self) { ($0.mode, $0.selection) = (mode, selection) }
    }
}

enum RecordCommand: SuiteCommand {
    static let spec = CommandSpec(
        "record", "verify --mode record: call the server and record the exchanges that satisfy the contract",
        options: [MaximumAge.refreshing, LiveOptions.madeUp] + VerifyCommand.sharedOptions)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        try await VerifyCommand.run(spec.name, arguments, context, mode: .record)
    }
}
