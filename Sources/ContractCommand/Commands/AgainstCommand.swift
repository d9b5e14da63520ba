import ContractChecking
import ContractComparison
import ContractFormat
import ContractOpenAPI
import ContractPact
import ContractReporting
import JSONSchema

enum AgainstCommand: SuiteCommand {
    static let spec = CommandSpec(
        "against", "compare contracts with a provider's OpenAPI document: does it promise everything they expect?",
        operands: "OPENAPI [PACT]",
        options: [
            OptionSpec(
                "service", "NAME", repeats: true,
                "the services that the document describes (default: the services on its servers)"),
            OptionSpec("only", "GLOB", repeats: true, "only endpoints whose check matches: 'elements/contract/find*'"),
            SharedOptions.failOn(), SharedOptions.report, SharedOptions.color, SharedOptions.folders[0],
        ])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        guard let path = arguments.operands.first, arguments.operands.count <= 2 else {
            throw CommandError(
                "'contracts against' takes one OpenAPI document and, optionally, a Pact file to compare with it")
        }
        let printer = try ReportPrinter(arguments, context.terminal)
        var options = ComparisonOptions()
        options.failOn = try arguments.failOn()
        options.only = arguments.all("only")
        options.command =
            "\(context.terminal.program) against" + arguments.quotedOperands
            + arguments.quoted(["contracts", "service"])

        let document = try OpenAPIFile.document(at: path, context.terminal)
        let against: ContractsAgainst
        if let pact = arguments.operands.dropFirst().first {
            against = ContractsAgainst(document: document, pact: try self.pact(pact, arguments, context.terminal))
        } else {
            against = ContractsAgainst(
                document: document, contracts: try contracts(for: document, path, arguments, context))
        }
        try SelectionOptions.check(
            options.only, among: against.checks.map(\.id), "check",
            otherwise: "checks are named SERVICE/contract/ENDPOINT")
        let accepted = AcceptedFindings(folder: context.suite.contracts)
        try FaultPrinter.check(accepted, context.terminal)
        let outcome = against.compared(options)
        let isWhole = options.only.isEmpty && arguments.all("service").isEmpty && arguments.operands.count == 1
        var report = outcome.report
        report.checks = report.checks.applying(
            AcceptanceJudgement(accepted, at: context.terminal.now()), failOn: options.failOn,
            rules: AgainstRule.rules, isWhole: isWhole)
        if !printer.writesToStandardOutput { context.terminal.out(.lines(table(of: outcome.entries))) }
        try printer.print(report)
        return ExitCode(of: report)
    }

    private static func pact(
        _ path: String, _ arguments: ParsedArguments, _ terminal: Terminal
    ) throws -> PactDocument {
        for option in ["service", "contracts"] where !arguments.all(option).isEmpty {
            throw CommandError("'--\(option)' applies only to contracts; omit it to compare a Pact file")
        }
        let pact = try PactDocument(try terminal.source(path))
        for other in pact.others {
            terminal.err("\(other.place): note: '\(other.description)' is a message, which is not compared\n")
        }
        guard !pact.interactions.isEmpty else {
            throw CommandError("\(path): error: the Pact contains no HTTP interaction to compare")
        }
        return pact
    }

    private static func contracts(
        for document: OpenAPIDocument, _ path: String, _ arguments: ParsedArguments, _ context: CommandContext
    ) throws -> [Contract] {
        let named = try context.loadedContracts(of: arguments.all("service"))
        let chosen = named.filter { loaded in
            guard !arguments.has("service"), named.count > 1, let contract = loaded.contract else { return true }
            return document.serves(contract)
        }
        let contracts = try context.contracts(of: chosen, or: "nothing was compared")
        guard !chosen.isEmpty else {
            throw CommandError(
                "no contract has an origin that is a server of \(path); select the service with '--service NAME'; valid: "
                    + named.map(\.service).joined(separator: ", "))
        }
        guard contracts.contains(where: { $0.endpoints.contains { $0.request != nil } }) else {
            throw CommandError("these contracts have no endpoints to compare")
        }
        return contracts
    }

    private static func table(of entries: [ContractsAgainst.Entry]) -> String {
        let width = ContractsAgainst.Coverage.allCases.map(\.rawValue.count).max() ?? 0
        let column = entries.map(\.check.id.count).max() ?? 0
        let lines = entries.map { entry in
            let operation = entry.operation.map { "\($0.label) at \($0.place)" } ?? "not in the document"
            return "\(entry.coverage.rawValue.padding(to: width))  \(entry.check.id.padding(to: column))  "
                + "\(entry.contract)  \(operation)\n"
        }
        let counts = ContractsAgainst.Coverage.allCases.map { coverage in
            "\(entries.count { $0.coverage == coverage }) \(coverage.rawValue)"
        }
        return lines.joined() + "\(counted(entries.count, "endpoint")): \(counts.joined(separator: ", "))\n\n"
    }
}
