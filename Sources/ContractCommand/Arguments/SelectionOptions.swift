import ContractChecking
import ContractFormat

struct SelectionOptions: Sendable {
    let only: [String]
    let shard: Shard?

    /// Reads the options. Prints a shard taken from the environment on standard error.
    ///
    /// - Throws: an error if a glob matches no check, because a gate without checks must not pass.
    init(_ arguments: ParsedArguments, _ context: CommandContext) throws {
        only = try Self.globs(arguments, of: context.suite)
        let given = try Self.shard(arguments)
        let found = try given == nil ? ShardEnvironment.shard(in: context.terminal.environment) : nil
        shard = given ?? found?.shard
        guard let found else { return }
        context.terminal.err("contracts: shard \(found.shard) from \(found.origin); '--shard 1/1' runs every check\n")
    }

    static func check(_ arguments: ParsedArguments, of suite: ContractSuite) throws {
        _ = try globs(arguments, of: suite)
        _ = try shard(arguments)
    }

    private static func globs(_ arguments: ParsedArguments, of suite: ContractSuite) throws -> [String] {
        let globs = arguments.all("only")
        try check(globs, among: suite.checks.map(\.id), "check", otherwise: "'contracts list' shows them all")
        return globs
    }

    /// - Parameter hint: the end of the message if no name is similar; `nil` lists the names.
    static func check(_ globs: [String], among names: [String], _ noun: String, otherwise hint: String? = nil) throws {
        for glob in globs where !names.contains(where: Glob(glob).matches) {
            let nearest = Glob(glob).suggestion(among: names).map { "did you mean '\($0)'?" }
            throw CommandError(
                "no \(noun) matches '\(glob)'; \(nearest ?? hint ?? "valid: \(names.joined(separator: ", "))")")
        }
    }

    private static func shard(_ arguments: ParsedArguments) throws -> Shard? {
        guard let text = arguments["shard"] else { return nil }
        guard let shard = Shard(text) else {
            throw CommandError("'\(text)' is not a valid value for '--shard'; valid: I/N from 1/N to N/N, such as 2/4")
        }
        return shard
    }
}
