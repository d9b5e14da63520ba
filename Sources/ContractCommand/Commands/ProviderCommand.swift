import ContractChecking
import Foundation

/// `contracts provider`: serves the services on loopback until it is ended.
enum ProviderCommand {
    static let spec = CommandSpec(
        "provider", "serve the services on loopback until interrupted",
        options: [
            OptionSpec("port", "N", "the port on 127.0.0.1; 0 (default) takes a free one"),
            OptionSpec("fault", "NAME", "misbehave: unreachable, timeout, status:503, …"),
        ],
        description: """
            Serves the services under contract on 127.0.0.1 until it is interrupted, and prints 'listening on \
            http://127.0.0.1:PORT' when it is ready. With '--fault' every answer is that fault of a network or a server.
            """,
        exitStatus: ExitStatus.ofActions,
        examples: ["contracts provider --port 8080", "contracts provider --fault slowBody"])

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let port = try arguments.integer("port", in: 0...65_535) ?? 0
        guard let provider = context.provider else { throw CommandError("this command line has no local provider") }
        let interruption = Interruption()
        let running = try provider.start(port, arguments["fault"], context.terminal.environment)
        context.terminal.out("listening on http://127.0.0.1:\(running.port)\n")
        await interruption.wait()
        running.stop()
        return .success
    }
}
