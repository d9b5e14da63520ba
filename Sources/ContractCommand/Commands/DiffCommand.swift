import ContractChecking
import JSONSchema

enum DiffCommand: SuiteCommand {
    static let spec = CommandSpec(
        "diff", "compare recordings with live responses: changes in meaning, and their effect on models",
        options: SharedOptions.servers + [
            SharedOptions.failOn("error (default: refuses the record, status changed) or warning"),
            ProcessExecutor.option, OptionSpec("jobs", "N", "concurrent requests per origin (2)"),
            SharedOptions.deadline,
        ] + LiveOptions.calls + SharedOptions.selection + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let options = modified(try VerifyCommand.options(spec.name, arguments, context, mode: .record)) { options in
            options.recording.comparesOnly = true
            // The ban on recording in CI does not apply, because these recordings are temporary.
            options.recording.allowsCI = true
        }
        let asked = try LiveOptions.read(
            arguments, for: options.with(mode: .record, try SelectionOptions.read(arguments, context)))
        try FaultPrinter.check(context.suite.selected(by: asked), context)
        guard context.suite.selected(by: asked).contains(where: { $0.kind != .contract }) else {
            throw CommandError("none of these checks is a case or a scenario, so there is nothing to compare")
        }
        return print(try await VerifyCommand.report(arguments, context, asked), failOn: asked.failOn, context.terminal)
    }

    private static func print(_ report: Report, failOn: Severity, _ terminal: Terminal) -> ExitCode {
        for result in report.checks.filter({ $0.outcome == .error }).distinct(by: \.reason) {
            terminal.err("contracts: \(result.check): \(result.reason ?? "no reason given")\n")
        }
        // Violated response rules are the differences to compare, but code that ends its process is a fault.
        let fatal = report.findings.filter { FatalRule.ids.contains($0.rule) }
        for finding in fatal { terminal.err("\(finding.contract): error: \(finding.message) [\(finding.rule)]\n") }
        let differing = report.recordings.filter { !$0.changes.isEmpty || $0.kind == .added }
        for recording in differing {
            terminal.out("\(recording.file)\(recording.kind == .added ? ": not recorded yet" : "")\n")
            for change in recording.changes { terminal.out("    \(change)\n") }
        }
        let failed = report.count(.error)
        terminal.out(
            "\(report.recordings.count) compared, \(differing.count) differ in meaning, "
                + "\(counted(failed, "check")) could not be evaluated\n"
        )
        if !fatal.isEmpty { return .findings }
        if report.recordings.contains(where: { $0.changes.contains { $0.severity <= failOn } }) { return .findings }
        return failed > 0 || report.checks.isEmpty ? .notEvaluated : .success
    }
}
