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
    let description: String
    /// The words behind the options, as the help shows them.
    let operands: String
    /// The words that an operand may be, where they are few; asked for late, as they may name every command.
    let operandChoices: @Sendable () -> [String]
    let options: [OptionSpec]
    let exitStatus: [ExitStatus]
    let examples: [String]

    init(
        _ name: String, _ summary: String, operands: String = "",
        operandChoices: @escaping @Sendable () -> [String] = { [] }, options: [OptionSpec],
        description: String = "", exitStatus: [ExitStatus] = ExitStatus.ofChecks, examples: [String]
    ) {
        self.name = name
        self.summary = summary
        self.description = description
        self.operands = operands
        self.operandChoices = operandChoices
        self.options = options + [OptionSpec("help", "show this help")]
        self.exitStatus = exitStatus
        self.examples = examples
    }

    /// Returns whether an option takes all words up to the next option; beside operands nobody could tell them apart.
    func takesSeveral(_ option: OptionSpec) -> Bool { option.repeats && operands.isEmpty }
}

struct ExitStatus: Sendable {
    let code: ExitCode
    let meaning: String

    static let ofChecks = [
        ExitStatus(code: .success, meaning: "everything holds"),
        ExitStatus(code: .findings, meaning: "findings of the severity that fails"),
        ExitStatus(code: .usage, meaning: "wrong usage, contract or configuration"),
        ExitStatus(code: .notEvaluated, meaning: "something could not be evaluated"),
    ]

    /// The exit codes of commands that run no checks.
    static let ofActions = [
        ExitStatus(code: .success, meaning: "it is done"),
        ExitStatus(code: .usage, meaning: "wrong usage, contract or configuration"),
    ]
}
