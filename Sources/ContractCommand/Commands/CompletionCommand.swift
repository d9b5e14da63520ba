import JSONSchema

enum CompletionCommand: PlainCommand {
    enum Shell: String, CaseIterable { case bash, zsh, fish }

    static let spec = CommandSpec(
        "completion", "print a script that completes commands, options and checks in bash, zsh or fish",
        operands: "SHELL", operandChoices: { Shell.allCases.map(\.rawValue) }, options: [])

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        let known = Shell.allCases.map(\.rawValue)
        let word = try arguments.operand("'contracts completion' takes a shell: \(known.joined(separator: ", "))")
        guard let shell = Shell(rawValue: word) else {
            throw CommandError("there is no completion for '\(word)'\(Suggestion.text(for: word, among: known))")
        }
        let commands = CommandRunner.commands.map { $0.spec }
        let script =
            switch shell {
            case .bash: BashCompletion.script(commands)
            case .zsh: ZshCompletion.script(commands)
            case .fish: FishCompletion.script(commands)
            }
        terminal.out(.verbatim(script))
        return .success
    }
}
