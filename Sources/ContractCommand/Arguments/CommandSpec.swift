struct OptionSpec: Sendable {
    let name: String
    /// The label of the value in the help; `nil` for a flag.
    let value: String?
    let help: String
    let repeats: Bool
    /// The accepted values, if they are few. A choice that ends with '=' is a prefix.
    let choices: [String]

    init(_ name: String, _ help: String) {
        (self.name, value, self.help, repeats, choices) = (name, nil, help, false, [])
    }

    init(_ name: String, _ value: String, repeats: Bool = false, _ help: String, choices: [String] = []) {
        (self.name, self.value, self.help, self.repeats) = (name, value, help, repeats)
        self.choices = choices
    }
}

struct CommandSpec: Sendable {
    let name: String
    let summary: String
    let operands: String
    /// The accepted operands, if they are few. Computed lazily, because they may include the name of every command.
    let operandChoices: @Sendable () -> [String]
    let options: [OptionSpec]

    init(
        _ name: String, _ summary: String, operands: String = "",
        operandChoices: @escaping @Sendable () -> [String] = { [] }, options: [OptionSpec]
    ) {
        (self.name, self.summary, self.operands) = (name, summary, operands)
        self.operandChoices = operandChoices
        self.options = options + [OptionSpec("help", "show this help")]
    }

    /// Returns whether the option takes all words up to the next option. Next to operands that would be ambiguous.
    func takesSeveral(_ option: OptionSpec) -> Bool { option.repeats && operands.isEmpty }
}
