import ContractChecking
import HTTPRecording
import JSONSchema

struct CommandContext: Sendable {
    let suite: ContractSuite
    let provider: LocalProviderBinding?
    let terminal: Terminal
    /// The transport of live calls; `nil` uses `LiveTransport()`.
    var transport: LiveTransport?
}

protocol Command: SendableMetatype {
    static var spec: CommandSpec { get }
    static func run(_ arguments: ParsedArguments, in runner: CommandRunner) async throws -> ExitCode
}

protocol SuiteCommand: Command {
    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode
}

protocol PlainCommand: Command {
    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) async throws -> ExitCode
}

extension SuiteCommand {
    static func run(_ arguments: ParsedArguments, in runner: CommandRunner) async throws -> ExitCode {
        try await run(arguments, try await runner.context(arguments))
    }
}

extension PlainCommand {
    static func run(_ arguments: ParsedArguments, in runner: CommandRunner) async throws -> ExitCode {
        try await run(arguments, runner.terminal)
    }
}

package struct CommandRunner {
    static let groups: [(heading: String, commands: [any Command.Type])] = [
        (
            "CHECK CODE",
            [
                VerifyCommand.self, RecordCommand.self, HealthCommand.self, LintCommand.self, ListCommand.self,
                ExplainCommand.self, ScoreCommand.self,
            ]
        ),
        ("START", [InitCommand.self, ImportCommand.self, FitCommand.self, ScaffoldCommand.self, ServeCommand.self]),
        ("FOLLOW CHANGES", [DiffCommand.self, CompareCommand.self, AgainstCommand.self, FleetCommand.self]),
        (
            "DATA AND HELP",
            [
                RecordingsCommand.self, PactCommand.self, MergeCommand.self, ValidateCommand.self, ConvertCommand.self,
                CompletionCommand.self, HelpCommand.self,
            ]
        ),
    ]

    static let commands = groups.flatMap { $0.commands }

    /// Builds the suite; the builder itself is code under test.
    private let suite: () -> ContractSuite
    private let provider: LocalProviderBinding?
    fileprivate let terminal: Terminal
    private let transport: () -> LiveTransport?

    package init(
        suite: @escaping @autoclosure () -> ContractSuite, provider: LocalProviderBinding?, terminal: Terminal,
        transport: @escaping @autoclosure () -> LiveTransport? = nil
    ) {
        (self.suite, self.provider, self.terminal, self.transport) = (suite, provider, terminal, transport)
    }

    package func run(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch {
            terminal.err("contracts: \(lines: (error as? SourceFault)?.report ?? "\(error)")\n")
            return (error as? CommandError)?.code ?? .usage
        }
    }

    private func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let word = words.first else {
            terminal.err(.lines(HelpPages.overview.text(width: terminal.width)))
            return .usage
        }
        switch word {
        case "--help", "-h": return try await dispatch(["help"] + words.dropFirst())
        case "--version":
            terminal.out("contracts \(Version.current)\n")
            return .success
        default:
            let command = try command(word)
            let arguments = try ParsedArguments(Array(words.dropFirst()), for: command.spec)
            if arguments.has("help") {
                terminal.out(.lines(HelpPages.page(of: command.spec).text(width: terminal.width)))
                return .success
            }
            if command.spec.operands.isEmpty, let operand = arguments.operands.first {
                throw CommandError("'contracts \(command.spec.name)' takes options only, found '\(operand)'")
            }
            return try await command.run(arguments, in: self)
        }
    }

    fileprivate func context(_ arguments: ParsedArguments) async throws -> CommandContext {
        let isIsolated = try ProcessExecutor.isUsed(arguments, terminal)
        let suite = isIsolated ? try await SuiteBuild.outline(terminal).suite : suite()
        return CommandContext(
            suite: SharedOptions.suite(suite, arguments), provider: provider, terminal: terminal,
            transport: isIsolated ? nil : transport())
    }

    private func command(_ name: String) throws -> any Command.Type {
        if let command = Self.commands.first(where: { $0.spec.name == name }) { return command }
        let kind = name.hasPrefix("-") ? "option" : "command"
        let known = Self.commands.map { $0.spec.name } + ["--help", "--version"]
        throw CommandError("unknown \(kind) '\(name)'\(Suggestion.text(for: name, among: known))")
    }
}

package enum Version { package static let current = "0.1.0" }
