struct OptionSpec: Sendable {
    let name: String
    /// The value's label in the help; `nil` for a flag.
    let value: String?
    let help: String
    /// Whether the option may be given more than once.
    let repeats: Bool
    /// The values it takes, where they are few; one that ends with '=' goes on.
    let choices: [String]

    /// A flag.
    init(_ name: String, _ help: String) {
        (self.name, value, self.help, repeats, choices) = (name, nil, help, false, [])
    }

    init(_ name: String, _ value: String, repeats: Bool = false, _ help: String, choices: [String] = []) {
        self.name = name
        self.value = value
        self.help = help
        self.repeats = repeats
        self.choices = choices
    }
}

struct CommandSpec: Sendable {
    let name: String
    let summary: String
    /// The words behind the options, as the help shows them.
    let operands: String
    /// The words that an operand may be, where they are few; asked for late, as they may name every command.
    let operandChoices: @Sendable () -> [String]
    let options: [OptionSpec]

    init(
        _ name: String, _ summary: String, operands: String = "",
        operandChoices: @escaping @Sendable () -> [String] = { [] }, options: [OptionSpec]
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.operandChoices = operandChoices
        self.options = options + [OptionSpec("help", "show this help")]
    }

    /// Returns whether an option takes all words up to the next option; beside operands nobody could distinguish them.
    func takesSeveral(_ option: OptionSpec) -> Bool { option.repeats && operands.isEmpty }
}
