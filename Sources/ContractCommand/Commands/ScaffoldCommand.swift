import ContractAuthoring

/// `contracts scaffold MODEL`.
enum ScaffoldCommand {
    static let spec = CommandSpec(
        "scaffold", "print Swift code", operands: "MODEL", options: SharedOptions.folders, examples: [])
    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode { .usage }
}
