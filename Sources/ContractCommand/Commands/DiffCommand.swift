import ContractChecking
import ContractFormat
import Foundation

/// `contracts diff`: calls the server as `record` does, writes nothing, and tells what changed in meaning.
enum DiffCommand {
    static let spec = CommandSpec(
        "diff", "recordings against live responses: what changed in meaning, and what it does to the models",
        options: [
            OptionSpec("local", "send requests to the local provider, which is started for it"),
            OptionSpec("origin", "FROM=TO", repeats: true, "send an origin's requests to another one"),
            OptionSpec(
                "fail-on", "SEVERITY", "error (default: record now rejected, status changed) or warning",
                choices: ["error", "warning"]),
            OptionSpec("jobs", "N", "requests at once per origin (2)"),
            OptionSpec("deadline", "SECONDS", "after which a client call counts as hanging (30)"),
        ] + LiveOptions.calls + SharedOptions.selection + SharedOptions.folders,
        description: """
            Calls the service as 'contracts record' does, writes nothing, and tells for each recording what changed in \
            meaning (a property that came, went, changed its type or became null; a new status) and what that does to the \
            models of the contract.
            """,
        examples: ["contracts diff --local", "contracts diff --only 'elements/*' --fail-on warning"])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let words = try VerifyCommand.options(spec.name, arguments, context, mode: .record).with { options in
            options.recording.comparesOnly = true
            // What gates a run on what it just wrote cannot happen here.
            options.recording.allowsCI = true
        }
        if let code = FaultPrinter.stop(context, forReplay: false) { return code }
        let asked = words.with(mode: .record, try SelectionOptions(arguments, context))
        let server = try LocalServer.start(for: arguments, context, asked)
        defer { server?.stop() }
        let called = try LiveOptions.read(arguments, for: server?.options ?? asked)
        let options = try LiveOptions.agreed(called, arguments, context)
        let checks = context.suite.selected(by: options)
        guard checks.contains(where: { $0.kind != .contract }) else {
            throw CommandError("none of these checks is a case or a scenario, so there is nothing to compare")
        }
        let progress = ServiceProgress(context.terminal, checks: checks)
        let report = await context.suite.verify(options.with { $0.observers.progress = progress?.note })
        progress?.clear()
        return print(report, failOn: options.failOn, context.terminal)
    }

    private static func print(_ report: Report, failOn: Severity, _ terminal: Terminal) -> ExitCode {
        var reasons: Set<String> = []
        for result in report.checks where result.outcome == .error {
            let reason = result.reason ?? "no reason given"
            if reasons.insert(reason).inserted { terminal.err("contracts: \(result.check): \(reason)\n") }
        }
        let differing = report.recordings.filter { !$0.changes.isEmpty || $0.kind == .added }
        for recording in differing {
            terminal.out(recording.file + (recording.kind == .added ? ": not recorded yet\n" : "\n"))
            terminal.out(recording.changes.map { "    \($0)\n" }.joined())
        }
        let failed = report.count(.error)
        terminal.out(
            "\(report.recordings.count) compared, \(differing.count) differ in meaning, \(failed) checks could not be evaluated\n"
        )
        if report.recordings.contains(where: { $0.changes.contains { $0.severity <= failOn } }) { return .findings }
        return failed > 0 || report.checks.isEmpty ? .notEvaluated : .success
    }
}
