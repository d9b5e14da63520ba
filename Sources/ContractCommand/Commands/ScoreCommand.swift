import ContractChecking
import ContractComparison
import ContractFormat
import ContractReporting
import Foundation
import JSONSchema

enum ScoreCommand: SuiteCommand {
    static let spec = CommandSpec(
        "score", "measure how strict models are, what they survive, and how much of the contracts is tested",
        operands: "[SERVICE…]",
        options: [
            OptionSpec(
                "fail-under", "AREA=PERCENT", repeats: true,
                "exit 1 if a service scores less: " + ScoreArea.allCases.map(\.rawValue).joined(separator: ", "),
                choices: ScoreArea.allCases.map { $0.rawValue + "=" }),
            OptionSpec("area", "AREA", repeats: true, "only this score", choices: ScoreArea.allCases.map(\.rawValue)),
            OptionSpec("before", "REPORT", "the JSON report of earlier scores to compare with"),
            OptionSpec("base", "REVISION", "describe in Markdown the contract changes since this git revision"),
            SharedOptions.report, ProcessExecutor.option, OptionSpec("jobs", "N", "checks at once"),
            SharedOptions.deadline, VariableOptions.option, SharedOptions.color,
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let printer = try ReportPrinter(arguments, context.terminal)
        let bounds = try bounds(arguments)
        let before = try before(arguments, context.terminal)
        let changes = try changes(arguments, context)
        let options = modified(try VerifyCommand.options("verify", arguments, context, mode: .replay)) {
            $0.strength = StrengthCheck.init
        }
        let named = try arguments.all("area").map(area)
        let areas = Set(named.isEmpty ? ScoreArea.allCases : named)
        if let area = bounds.map(\.area).first(where: { !areas.contains($0) })?.rawValue {
            throw CommandError("'--fail-under \(area)=…' needs '--area \(area)': this run does not measure it")
        }
        let (services, checks) = (Set(arguments.operands), context.suite.scoreChecks)
        try CommandError.require(arguments.operands, among: Set(checks.map(\.service)).sorted())
        let wanted = checks.filter { services.isEmpty || services.contains($0.service) }.filter { check in
            switch check.kind {
            case .model: areas.contains(.strictness)
            case .survival: areas.contains(.survival)
            case .strength: areas.contains(.strength)
            case .contract, .request, .response, .client, .rejects, .faults, .scenario: true
            }
        }
        try FaultPrinter.check(wanted, context)
        let report = try await VerifyCommand.report(arguments, context, options, checks: wanted)
        let scores = ServiceScore.services(of: report)
        try printer.print(
            report,
            own: [
                .markdown: { _ in ScoreMarkdown.text(of: scores, before: before, changes: changes) },
                .console: { ConsoleScore.text(of: scores, width: $0.width, color: $0.color) },
            ])
        let code = exitCode(of: scores, bounds, context.terminal)
        return ExitCode(of: report) == .usage ? .usage : code
    }

    private static func before(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> [ServiceScore]? {
        guard let path = arguments["before"] else { return nil }
        let reports = try ReportFile.read(try terminal.bytes(of: path), named: Terminal.name(of: path))
        return ServiceScore.services(of: Report.merging(reports))
    }

    private static func changes(_ arguments: ParsedArguments, _ context: CommandContext) throws -> Report? {
        guard let base = arguments["base"] else { return nil }
        let workspace = CompareWorkspace(context)
        defer { workspace.remove() }
        return ContractComparison(from: try workspace.revision(base), to: workspace.workingTree).report()
    }

    private static func area(_ word: String) throws -> ScoreArea {
        if let area = ScoreArea(rawValue: word) { return area }
        let hint = Suggestion.text(for: word, among: ScoreArea.allCases.map(\.rawValue))
        throw CommandError("'\(word)' is not a score\(hint)")
    }

    private static func bounds(_ arguments: ParsedArguments) throws -> [(area: ScoreArea, percent: Int)] {
        try arguments.all("fail-under").map { text throws in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let percent = Int(parts[1]), (0...100).contains(percent) else {
                throw CommandError.invalid(
                    text, for: "fail-under", "expected AREA=PERCENT, such as survival=80")
            }
            return (try area(parts[0]), percent)
        }
    }

    private static func exitCode(
        of services: [ServiceScore], _ bounds: [(area: ScoreArea, percent: Int)], _ terminal: Terminal
    ) -> ExitCode {
        var isUnder = false
        for service in services {
            for bound in bounds {
                guard let score = service[bound.area], score.percent < bound.percent else { continue }
                isUnder = true
                terminal.err(
                    "contracts: \(service.service): \(bound.area.rawValue) is \(score.percent) %, under \(bound.percent) %\n"
                )
            }
        }
        if isUnder { return .findings }
        return services.allSatisfy(\.obstacles.isEmpty) && !services.isEmpty ? .success : .notEvaluated
    }
}
