import ContractAuthoring
import ContractFormat
import JSONSchema

enum ScaffoldCommand: SuiteCommand {
    static let spec = CommandSpec(
        "scaffold", "print Swift code for a contract: a type for a model, or a client for a service",
        operands: "[SERVICE/]MODEL",
        options: [
            OptionSpec("codable", "make the type Decodable (default: a failable initializer from a dictionary)"),
            OptionSpec(
                "client", "print the client of a service: Codable models, requests, and calls; the operand is SERVICE"),
            OptionSpec("bindings", "print the bindings of that client; the operand is SERVICE"),
            OptionSpec("only", "GLOB", repeats: true, "only endpoints with matching names in the client"),
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let name = try arguments.operand(
            "'contracts scaffold' takes one model, as MODEL or SERVICE/MODEL, or with '--client' one service")
        if arguments.has("client") || arguments.has("bindings") { return try client(name, arguments, context) }
        let (model, contract) = try model(name, context)
        let scaffold = Scaffold(model, style: arguments.has("codable") ? .codable : .dictionary, in: contract)
        context.terminal.out(.lines(scaffold.source))
        for note in scaffold.notes { context.terminal.err("note: \(note)\n") }
        for gap in scaffold.gaps { context.terminal.err("warning: not enforced: \(gap)\n") }
        return scaffold.gaps.isEmpty ? .success : .findings
    }

    private static func client(
        _ name: String, _ arguments: ParsedArguments, _ context: CommandContext
    ) throws -> ExitCode {
        let loaded = try context.loadedContracts(of: [name])
        let faults = loaded.flatMap(\.faults)
        guard let contract = loaded.first?.contract, faults.isEmpty else {
            throw CommandError(faults.map(\.report).joined(separator: "\n"))
        }
        try SelectionOptions.check(
            arguments.all("only"), among: contract.endpoints.map(\.name), "endpoint of '\(name)'")
        let scaffold = ClientScaffold(contract, only: arguments.all("only"))
        context.terminal.out(.lines(arguments.has("client") ? scaffold.source : scaffold.bindings))
        for gap in scaffold.gaps { context.terminal.err("warning: left out: \(gap)\n") }
        return scaffold.gaps.isEmpty ? .success : .findings
    }

    private static func model(_ name: String, _ context: CommandContext) throws -> (ModelContract, in: Contract?) {
        var found: [(id: String, model: ModelContract, contract: Contract?)] = []
        var faults: [SourceFault] = []
        for loaded in try context.loadedContracts() {
            faults += loaded.faults
            found += loaded.contract?.models.map { ("\(loaded.service)/\($0.name)", $0, loaded.contract) } ?? []
        }
        let matches = found.filter { $0.id == name || $0.model.name == name }
        guard let first = matches.first else {
            let names = found.map(\.model.name) + found.map(\.id)
            let unread = faults.map { "\n\($0.report)" }.joined()
            throw CommandError(
                (Suggestion.nearest(to: name, among: names).map { "there is no model '\(name)'; did you mean '\($0)'?" }
                    ?? "there is no model '\(name)'; valid: \(found.map(\.id).joined(separator: ", "))") + unread)
        }
        if matches.count > 1 {
            throw CommandError(
                "several services have a model '\(name)'; valid: \(matches.map(\.id).joined(separator: ", "))")
        }
        return (first.model, first.contract)
    }
}
