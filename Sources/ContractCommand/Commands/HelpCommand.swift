import JSONSchema

enum HelpCommand: PlainCommand {
    static let spec = CommandSpec(
        "help", "explain a command, or a rule of a finding", operands: "[TOPIC]",
        operandChoices: { topics }, options: [])

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        guard arguments.operands.count < 2 else { throw CommandError("'contracts help' takes one topic") }
        terminal.out(.lines(try text(of: arguments.operands.first, width: terminal.width)))
        return .success
    }

    private static var topics: [String] {
        CommandRunner.commands.map { $0.spec.name } + ["rules"] + RuleList.all.map(\.id)
    }

    private static func text(of topic: String?, width: Int?) throws -> String {
        guard let topic else { return HelpPages.overview.text(width: width) }
        if topic == "rules" { return RuleList.text }
        if let command = CommandRunner.commands.first(where: { $0.spec.name == topic }) {
            return HelpPages.page(of: command.spec).text(width: width)
        }
        if let rule = RuleList.rule(topic) { return HelpPages.page(of: rule).text(width: width) }
        let hint = Suggestion.text(
            for: topic, among: topics, otherwise: "; 'contracts help' and 'contracts help rules' list them")
        throw CommandError("there is no command or rule '\(topic)'\(hint)")
    }
}
