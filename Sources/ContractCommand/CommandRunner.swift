import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

struct CommandContext: Sendable {
    let suite: ContractSuite
    let provider: LocalProviderBinding?
    let terminal: Terminal
    /// The transport of live calls in this process; `nil` is a `LiveTransport()`.
    var transport: LiveTransport?
}

/// One command of the command line; errors it throws are told on standard error.
struct Command: Sendable {
    enum Action: Sendable {
        case onSuite(@Sendable (ParsedArguments, CommandContext) async throws -> ExitCode)
        /// Needs no suite, which is not built for it.
        case alone(@Sendable (ParsedArguments, Terminal) async throws -> ExitCode)
    }

    let spec: CommandSpec
    let action: Action

    init(
        _ spec: CommandSpec, _ run: @escaping @Sendable (ParsedArguments, CommandContext) async throws -> ExitCode
    ) {
        self.spec = spec
        action = .onSuite(run)
    }

    init(
        _ spec: CommandSpec, alone run: @escaping @Sendable (ParsedArguments, Terminal) async throws -> ExitCode
    ) {
        self.spec = spec
        action = .alone(run)
    }
}

/// Finds the command that the first word names, and runs it.
package struct CommandRunner {
    static let commands = [
        Command(VerifyCommand.spec, { try await VerifyCommand.run($0, $1) }),
        Command(RecordCommand.spec, RecordCommand.run),
        Command(HealthCommand.spec, HealthCommand.run),
        Command(MergeCommand.spec, alone: MergeCommand.run),
        Command(DiffCommand.spec, DiffCommand.run),
        Command(CompareCommand.spec, CompareCommand.run),
        Command(ImportHARCommand.spec, ImportHARCommand.run),
        Command(RecordingsCommand.spec, RecordingsCommand.run),
        Command(InitCommand.spec, InitCommand.run),
        Command(ImportCommand.spec, ImportCommand.run),
        Command(FitCommand.spec, FitCommand.run),
        Command(ScaffoldCommand.spec, ScaffoldCommand.run),
        Command(LintCommand.spec, LintCommand.run),
        Command(AgainstCommand.spec, AgainstCommand.run),
        Command(FleetCommand.spec, FleetCommand.run),
        Command(PactCommand.spec, PactCommand.run),
        Command(ListCommand.spec, ListCommand.run),
        Command(ExplainCommand.spec, ExplainCommand.run),
        Command(ScoreCommand.spec, ScoreCommand.run),
        Command(ServeCommand.spec, ServeCommand.run),
        Command(ValidateCommand.spec, alone: ValidateCommand.run),
        Command(ConvertCommand.spec, alone: ConvertCommand.run),
        Command(CompletionCommand.spec, alone: CompletionCommand.run),
        Command(HelpCommand.spec, alone: HelpCommand.run),
    ]

    /// Builds the suite, which is code under test.
    private let suite: () -> ContractSuite
    private let provider: LocalProviderBinding?
    private let terminal: Terminal
    private let transport: () -> LiveTransport?

    package init(
        suite: @escaping @autoclosure () -> ContractSuite, provider: LocalProviderBinding?, terminal: Terminal,
        transport: @escaping @autoclosure () -> LiveTransport? = nil
    ) {
        self.suite = suite
        self.provider = provider
        self.terminal = terminal
        self.transport = transport
    }

    package func run(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch let error as CommandError {
            terminal.err("contracts: \(lines: error.message)\n")
            return error.code
        } catch {
            terminal.err("contracts: \(lines: "\(error)")\n")
            return .usage
        }
    }

    private func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let word = words.first else {
            terminal.err(.lines(HelpPages.overview.text(width: terminal.width)))
            return .usage
        }
        switch word {
        case "--help", "-h":
            return try await dispatch(["help"] + words.dropFirst())
        case "--version":
            terminal.out("contracts \(Version.current)\n")
            return .success
        default:
            // The name that 'serve --local' had before contracts could be served.
            if word == "provider" { return try await dispatch(["serve", "--local"] + words.dropFirst()) }
            let command = try command(word)
            let arguments = try ParsedArguments(Array(words.dropFirst()), for: command.spec)
            if arguments.has("help") {
                terminal.out(.lines(HelpPages.page(of: command.spec).text(width: terminal.width)))
                return .success
            }
            if command.spec.operands.isEmpty, let operand = arguments.operands.first {
                throw CommandError("'contracts \(command.spec.name)' takes options only, found '\(operand)'")
            }
            switch command.action {
            case .onSuite(let run): return try await run(arguments, try await context(arguments))
            case .alone(let run): return try await run(arguments, terminal)
            }
        }
    }

    private func context(_ arguments: ParsedArguments) async throws -> CommandContext {
        let isIsolated = try ProcessExecutor.isUsed(arguments, terminal)
        let suite = isIsolated ? try await SuiteBuild.outline(terminal).suite : suite()
        return CommandContext(
            suite: SharedOptions.suite(suite, arguments), provider: provider, terminal: terminal,
            transport: isIsolated ? nil : transport())
    }

    private func command(_ name: String) throws(CommandError) -> Command {
        if let command = Self.commands.first(where: { $0.spec.name == name }) { return command }
        let kind = name.hasPrefix("-") ? "option" : "command"
        throw CommandError(
            "unknown \(kind) '\(name)'\(Suggestion.text(for: name, among: Self.commands.map(\.spec.name) + ["--help", "--version"]))"
        )
    }
}

package enum Version {
    package static let current = "0.1.0"
}
