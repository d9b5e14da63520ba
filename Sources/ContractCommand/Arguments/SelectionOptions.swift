import ContractChecking
import ContractFormat

enum SelectionOptions {
    /// Reads the options. Prints a shard taken from the environment on standard error.
    static func read(_ arguments: ParsedArguments, _ context: CommandContext) throws -> Options.Selection {
        var selection = try given(arguments, of: context.suite)
        if selection.shard == nil, let found = try ShardEnvironment.shard(in: context.terminal.environment) {
            selection.shard = found.shard
            context.terminal.err(
                "contracts: shard \(found.shard) from \(found.origin); '--shard 1/1' runs every check\n")
        }
        return selection
    }

    /// Returns the selection by the arguments alone.
    ///
    /// - Throws: an error if a glob matches no check, because a gate without checks must not pass.
    static func given(_ arguments: ParsedArguments, of suite: ContractSuite) throws -> Options.Selection {
        let globs = arguments.all("only")
        try check(globs, among: suite.checks.map(\.id), "check", otherwise: "'contracts list' shows them all")
        let shard = try arguments.value("shard", "valid: I/N from 1/N to N/N, such as 2/4") { Shard($0) }
        return Options.Selection(only: globs, shard: shard)
    }

    /// - Parameter hint: the end of the message if no name is similar; `nil` lists the names.
    static func check(_ globs: [String], among names: [String], _ noun: String, otherwise hint: String? = nil) throws {
        for glob in globs where !names.contains(where: Glob(glob).matches) {
            let nearest = Glob(glob).suggestion(among: names).map { "did you mean '\($0)'?" }
            throw CommandError(
                "no \(noun) matches '\(glob)'; \(nearest ?? hint ?? "valid: \(names.joined(separator: ", "))")")
        }
    }
}
