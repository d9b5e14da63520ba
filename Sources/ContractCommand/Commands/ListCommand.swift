import ContractChecking
import JSONSchema

enum ListCommand: SuiteCommand {
    enum Format: String, CaseIterable { case console, json }

    static let spec = CommandSpec(
        "list", "print every check, one per line",
        options: [OptionSpec("format", "FORMAT", "console (default) or json", choices: Format.allCases.map(\.rawValue))]
            + SharedOptions.selection + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let format = try arguments.choice("format") ?? Format.console
        let checks = context.suite.checks.filter(try SelectionOptions.read(arguments, context).takes)
        try FaultPrinter.check(checks, context)
        switch format {
        case .console: for check in checks { context.terminal.out("\(check.id)\n") }
        case .json:
            let list = checks.map { check -> JSON in
                ["id": .string(check.id), "service": .string(check.service), "kind": .string(check.kind.rawValue)]
            }
            context.terminal.out(.json(JSON.array(list).text(.pretty) + "\n"))
        }
        let names = Set(checks.map(\.service))
        let services = context.services.filter { names.contains($0.name) }
        return services.allSatisfy(\.faults.isEmpty) ? .success : .usage
    }
}
