import ContractChecking
import ContractComparison
import ContractFormat
import ContractReporting
import HTTPRecording
import JSONSchema

enum CompareCommand: SuiteCommand {
    private enum View: String, CaseIterable {
        case client, provider, both

        var parties: [Party] { Party(rawValue: rawValue).map { [$0] } ?? Party.allCases }
    }

    static let spec = CommandSpec(
        "compare", "compare two revisions of the contracts: breaking, risky or harmless, and for whom",
        operands: "[OLD NEW]",
        options: [
            OptionSpec("base", "REVISION", "compare this git revision with the working tree, instead of OLD NEW"),
            OptionSpec(
                "for", "PARTY", "the party to judge for: client, provider or both (default)",
                choices: View.allCases.map(\.rawValue)),
            SharedOptions.failOn("error (default: breaking) or warning (risky, too)"), SharedOptions.report,
            OptionSpec("only", "GLOB", repeats: true, "only services whose check matches: 'elements/*'"),
            SharedOptions.color,
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        var printer = try ReportPrinter(arguments, context.terminal)
        var options = ComparisonOptions()
        options.parties = (try arguments.choice("for") ?? View.both).parties
        options.failOn = try arguments.failOn()
        options.only = arguments.all("only")
        options.command =
            "\(context.terminal.program) compare" + arguments.quotedOperands
            + arguments.quoted(["base", "for", "contracts", "recordings"])

        let workspace = CompareWorkspace(context)
        defer { workspace.remove() }
        let (old, new) = try revisions(arguments, workspace)
        // Faults of the old contracts are only warnings, because committed contracts cannot be fixed.
        for fault in old.faults { context.terminal.err("\(fault.place): warning: \(fault.message)\n") }
        try FaultPrinter.check(new.faults, context.terminal, or: "nothing was compared")
        let accepted = new.accepted
        try FaultPrinter.check(accepted, context.terminal)
        let comparison = ContractComparison(from: old, to: new)
        let names = comparison.checks.map(\.id)
        guard !names.isEmpty else {
            throw CommandError("neither \(old.name) nor \(new.name) has a contract: expected SERVICE/contract.json")
        }
        // A gate without checks must not pass.
        try SelectionOptions.check(options.only, among: names, "service")

        var report = comparison.report(options)
        report.checks = report.checks.applying(
            AcceptanceJudgement(accepted, at: context.terminal.now()), failOn: options.failOn,
            rules: ComparisonRule.rules, isWhole: options.only.isEmpty)
        printer.source = { path in SystemFiles.excerptSource(old.label.file(path) ?? new.label.file(path) ?? path) }
        if !printer.writesToStandardOutput { context.terminal.out(.lines(headline(of: report, from: old, to: new))) }
        try printer.print(report)
        return ExitCode(of: report)
    }

    private static func revisions(
        _ arguments: ParsedArguments, _ workspace: CompareWorkspace
    ) throws -> (old: ContractRevision, new: ContractRevision) {
        switch (arguments["base"], arguments.operands.count) {
        case (let base?, 0): return (try workspace.revision(base), workspace.workingTree)
        case (.some, _): throw CommandError("'--base' compares a revision with the working tree: omit OLD NEW")
        case (nil, 2):
            let (old, new) = (arguments.operands[0], arguments.operands[1])
            return (try workspace.folderOrRevision(old), try workspace.folderOrRevision(new))
        case (nil, _):
            throw CommandError(
                "'contracts compare' takes OLD and NEW, each a folder of contracts or a git revision, or '--base REVISION'"
            )
        }
    }

    private static func headline(of report: Report, from old: ContractRevision, to new: ContractRevision) -> String {
        let counts = zip(["breaking", "risky", "harmless"], Severity.allCases).map { word, severity in
            "\(report.findings.count { $0.severity == severity && $0.acceptance == nil }) \(word)"
        }
        let accepted = report.findings.count { $0.acceptance != nil }
        let unread = report.count(.error)
        let rest =
            (accepted == 0 ? [] : ["\(accepted) accepted"])
            + (unread == 0 ? [] : ["\(counted(unread, "service")) could not be compared"])
        let parts = (report.findings.isEmpty ? [] : counts) + rest
        let changes = parts.isEmpty ? "no change" : parts.joined(separator: ", ")
        return "from \(old.name) to \(new.name): \(changes)\n\n"
    }
}
