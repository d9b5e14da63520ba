import ContractChecking
import ContractFormat
import ContractServing
import HTTPRecording

enum LiveOptions {
    static let calls = [
        OptionSpec("delay", "SECONDS", "the pause between two requests to an origin that is not loopback"),
        OptionSpec("yes", "allow requests that may have side effects on a server that is not loopback"),
        VariableOptions.option,
    ]

    static let all =
        calls + [
            OptionSpec("only-missing", "record only cases and scenarios that have no recording, or a made-up one"),
            OptionSpec("strict-secrets", "refuse to record apparent credentials"),
        ]

    static let madeUp = OptionSpec(
        "made-up", "make up responses for cases without a recording from examples and schemas; send no requests")

    static func read(
        _ arguments: ParsedArguments, for options: Options, _ contracts: [Contract] = []
    ) throws -> Options {
        for name in ["only-missing", "strict-secrets"] where arguments.has(name) && options.mode != .record {
            throw CommandError("'--\(name)' needs 'contracts record'")
        }
        let isMadeUp = arguments.has(madeUp.name)
        for name in ["local", "origin", "max-age"] where isMadeUp && arguments.has(name) {
            throw CommandError("'--made-up' sends no requests and creates only missing recordings: omit '--\(name)'")
        }
        let delay = try arguments.seconds("delay") ?? 0
        return modified(options) { options in
            if isMadeUp {
                options.recording.provider = .madeUp
                options.generatedNetwork = Network.madeUp
                for contract in contracts { options.environment.merge(contract.madeUpVariables) { $1 } }
            }
            options.selection.onlyMissing = arguments.has("only-missing") || isMadeUp
            options.recording.strictSecrets = arguments.has("strict-secrets")
            if arguments.has("jobs") { options.servers.limits.jobs = options.jobs }
            options.servers.limits.delay = .seconds(delay)
            options.servers.allowsUnsafeMethods = arguments.has("yes")
        }
    }

    /// Returns the options with the user's consent to calls that may change server state.
    static func agreed(_ options: Options, _ arguments: ParsedArguments, _ context: CommandContext) throws -> Options {
        guard options.mode != .replay, options.recording.provider != .madeUp, !options.servers.allowsUnsafeMethods
        else { return options }
        // The provider's port is not known yet and does not matter here.
        let destinations =
            arguments.has("local")
            ? modified(options) { $0.servers.origins = LocalServer.origins($0.servers.origins, of: context, to: 1) }
            : options
        let calls = try context.suite.unsafeCalls(destinations)
        guard !calls.isEmpty else { return options }
        try ask(about: calls, context.terminal)
        return modified(options) { $0.servers.allowsUnsafeMethods = true }
    }

    private static func ask(about calls: [String], _ terminal: Terminal) throws {
        let list = calls.map { "  \($0)".visible() }.joined(separator: "\n")
        guard let readAnswer = terminal.readAnswer else {
            throw CommandError(
                "these calls may have side effects on a server; allow them with '--yes' or select other checks with '--only':\n\(list)"
            )
        }
        terminal.err("These calls may have side effects on a server:\n\(lines: list)\nSend them? [y/N] ")
        guard ["y", "yes"].contains(readAnswer()?.lowercased()) else { throw CommandError("no request was sent") }
    }
}
