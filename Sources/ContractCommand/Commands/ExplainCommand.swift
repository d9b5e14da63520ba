import ContractChecking
import JSONSchema

enum ExplainCommand: SuiteCommand {
    static let spec = CommandSpec(
        "explain", "show a check with every probe and its expected outcome", operands: "CHECK",
        options: [OptionSpec("run", "run the check, and show the outcome of each probe"), ProcessExecutor.option]
            + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let id = try arguments.operand("'contracts explain' takes one check; 'contracts list' shows them all")
        try FaultPrinter.check(context.suite.checks, context)
        guard let check = context.suite.checks.first(where: { $0.id == id }),
            let explanation = CheckExplanation(of: check, in: context.suite.loaded.value)
        else {
            let hint = Suggestion.text(
                for: id, among: context.suite.checks.map(\.id), otherwise: "; 'contracts list' shows them all")
            throw CommandError("there is no check '\(id)'\(hint)")
        }
        context.terminal.out("\(check.id)\n\(explanation.summary)\ncontract: \(explanation.place)\n")
        guard arguments.has("run") else {
            let rows = explanation.probes.map { [$0.expected, $0.name] }
            context.terminal.out(.lines(table(["expected", "probe"], rows)))
            return .success
        }
        let options = modified(try VerifyCommand.options(VerifyCommand.spec.name, arguments, context, mode: .replay)) {
            $0.kindsListingProbes = [check.kind]
        }
        let report = try await VerifyCommand.report(arguments, context, options, checks: [check])
        guard let result = report.checks.first else { return .notEvaluated }
        let rows = result.outcomes.map { [$0.expected, $0.found, $0.rule ?? "", $0.name] }
        context.terminal.out(.lines(table(["expected", "found", "broken rule", "probe"], rows)))
        if let score = result.score {
            context.terminal.out("score: \(score.percent) % (\(score.enforced) of \(score.total) constraints)\n")
            for constraint in score.missing { context.terminal.out("  accepts: \(constraint)\n") }
            for constraint in score.left { context.terminal.out("  its strictness permits: \(constraint)\n") }
        }
        for finding in result.findings {
            context.terminal.out(
                "\(finding.contract): \(finding.severity.rawValue): \(finding.message) [\(finding.rule)]\n")
            for (label, text) in [("expected", finding.expected), ("found", finding.found)] {
                if let text { context.terminal.out("  \(label.padding(to: 10))\(text)\n") }
            }
        }
        let reason = result.reason.map { ": \($0)" } ?? ""
        context.terminal.out("outcome: \(result.outcome.rawValue)\(reason)\n")
        return ExitCode(of: report)
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "" }
        let rows = ([header] + rows).map { $0.map { $0.visible() } }
        let columns = rows[0].indices.dropLast()
        let widths = columns.map { column in min(40, rows.map { $0[column].count }.max() ?? 0) + 2 }
        let lines = rows.map { row in
            zip(columns, widths).map { String(row[$0].prefix($1 - 2)).padding(to: $1) }.joined() + (row.last ?? "")
        }
        return "\n" + lines.joined(separator: "\n") + "\n\n"
    }
}
