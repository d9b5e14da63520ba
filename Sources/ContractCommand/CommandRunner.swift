import ContractChecking
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

struct Command: Sendable {
    enum Action: Sendable {
        case onSuite(@Sendable (ParsedArguments, CommandContext) async throws -> ExitCode)
        case alone(@Sendable (ParsedArguments, Terminal) async throws -> ExitCode)
    }

    let spec: CommandSpec
    let action: Action

    init(_ spec: CommandSpec, _ action: Action) {
        self.spec = spec
        self.action = action
    }
}

package struct CommandRunner {
    /// The commands as the help shows them: by the task that they are for.
    static let groups: [(heading: String, commands: [Command])] = [
        (
            "CHECK CODE",
            [
                Command(VerifyCommand.spec, .onSuite { try await VerifyCommand.run($0, $1) }),
                Command(RecordCommand.spec, .onSuite(RecordCommand.run)),
                Command(HealthCommand.spec, .onSuite(HealthCommand.run)),
                Command(LintCommand.spec, .onSuite(LintCommand.run)),
                Command(ListCommand.spec, .onSuite(ListCommand.run)),
                Command(ExplainCommand.spec, .onSuite(ExplainCommand.run)),
                Command(ScoreCommand.spec, .onSuite(ScoreCommand.run)),
            ]
        ),
        (
            "START",
            [
                Command(InitCommand.spec, .onSuite(InitCommand.run)),
                Command(ImportCommand.spec, .onSuite(ImportCommand.run)),
                Command(FitCommand.spec, .onSuite(FitCommand.run)),
                Command(ScaffoldCommand.spec, .onSuite(ScaffoldCommand.run)),
                Command(ServeCommand.spec, .onSuite(ServeCommand.run)),
            ]
        ),
        (
            "FOLLOW CHANGES",
            [
                Command(DiffCommand.spec, .onSuite(DiffCommand.run)),
                Command(CompareCommand.spec, .onSuite(CompareCommand.run)),
                Command(AgainstCommand.spec, .onSuite(AgainstCommand.run)),
                Command(FleetCommand.spec, .onSuite(FleetCommand.run)),
            ]
        ),
        (
            "DATA AND HELP",
            [
                Command(RecordingsCommand.spec, .onSuite(RecordingsCommand.run)),
                Command(PactCommand.spec, .onSuite(PactCommand.run)),
                Command(MergeCommand.spec, .alone(MergeCommand.run)),
                Command(ValidateCommand.spec, .alone(ValidateCommand.run)),
                Command(ConvertCommand.spec, .alone(ConvertCommand.run)),
                Command(CompletionCommand.spec, .alone(CompletionCommand.run)),
                Command(HelpCommand.spec, .alone(HelpCommand.run)),
            ]
        ),
    ]

    static let commands = groups.flatMap { $0.commands }

    /// Builds the suite, which is code under test.
    private let suite: () -> ContractSuite
    private let provider: LocalProviderBinding?
    private let terminal: Terminal
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
        case "--help", "-h": return try await dispatch(["help"] + words.dropFirst())
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
        if name == "import-har" {
            throw CommandError(
                "'import-har' is now 'contracts recordings import FILE --service NAME'; 'contracts import FILE' extends the "
                    + "contract, too")
        }
        let kind = name.hasPrefix("-") ? "option" : "command"
        throw CommandError(
            "unknown \(kind) '\(name)'\(Suggestion.text(for: name, among: Self.commands.map(\.spec.name) + ["--help", "--version"]))"
        )
    }
}

package enum Version { package static let current = "0.1.0" }
