import ContractChecking
import ContractFormat
import HTTPRecording

/// The options of runs that call servers, and the question before a call that may change something there.
enum LiveOptions {
    /// How servers are called.
    static let calls = [
        OptionSpec("delay", "MS", "the pause between two requests to an origin that is not loopback"),
        OptionSpec("yes", "agree to requests that may change something on a server that is not loopback"),
    ]

    static let all =
        calls + [
            OptionSpec("only-missing", "record only cases and scenarios that have no recording"),
            OptionSpec("strict-secrets", "refuse to record what looks like a credential"),
        ]

    /// Takes over the options of a run whose mode and selection are known, and asks where that is needed.
    static func apply(
        _ arguments: ParsedArguments, _ context: CommandContext, to options: inout Options
    ) throws(CommandError) {
        for name in ["only-missing", "strict-secrets"] where arguments.has(name) && options.mode != .record {
            throw CommandError("'--\(name)' needs 'contracts record'")
        }
        options.onlyMissing = arguments.has("only-missing")
        options.strictSecrets = arguments.has("strict-secrets")
        options.limits.jobs = try arguments.integer("jobs", in: 1...256) ?? options.limits.jobs
        options.limits.delay = .milliseconds(try arguments.integer("delay", in: 0...3_600_000) ?? 0)
        options.allowsUnsafeMethods = arguments.has("yes")
        guard options.mode != .replay, !options.allowsUnsafeMethods else { return }
        var destinations = options
        // Before the provider starts its port is not known, and does not matter.
        if arguments.has("local") { LocalServer.mapOrigins(of: context, to: 1, &destinations) }
        let calls: [UnsafeCall]
        do { calls = try context.suite.unsafeCalls(destinations) } catch { throw CommandError("\(error)") }
        guard !calls.isEmpty else { return }
        try ask(about: calls, context.terminal)
        options.allowsUnsafeMethods = true
    }

    private static func ask(about calls: [UnsafeCall], _ terminal: Terminal) throws(CommandError) {
        let list = calls.map { "  \($0)" }.joined(separator: "\n")
        guard let readAnswer = terminal.readAnswer else {
            throw CommandError(
                "these calls may change something on a server; '--yes' agrees to them, '--only' leaves them out:\n\(list)"
            )
        }
        terminal.err("These calls may change something on a server:\n\(list)\nSend them? [y/N] ")
        guard ["y", "yes"].contains(readAnswer()?.lowercased()) else { throw CommandError("nothing was sent") }
    }
}
