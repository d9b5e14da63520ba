/// An option a command takes.
struct OptionSpec: Sendable {
    let name: String
    /// What the value is called in the help; `nil` for a flag.
    let value: String?
    let help: String
    let repeats: Bool

    /// A flag.
    init(_ name: String, _ help: String) {
        self.name = name
        self.value = nil
        self.help = help
        self.repeats = false
    }

    /// An option with a value.
    init(_ name: String, _ value: String, repeats: Bool = false, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
        self.repeats = repeats
    }
}

/// What a command is called, takes and does.
struct CommandSpec: Sendable {
    let name: String
    let summary: String
    /// The words behind the options, as the help shows them.
    let operands: String
    let options: [OptionSpec]
    let examples: [String]

    init(_ name: String, _ summary: String, operands: String = "", options: [OptionSpec], examples: [String]) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options + [OptionSpec("help", "show this help")]
        self.examples = examples
    }

    /// The whole help of the command.
    var help: String {
        let usage = ["contracts", name, "[OPTION]…", operands].filter { !$0.isEmpty }.joined(separator: " ")
        let labels = options.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") + ($0.repeats ? " …" : "") }
        let width = (labels.map(\.count).max() ?? 0) + 2
        let lines = zip(labels, options).map { label, option in
            "  " + label.padding(to: width) + option.help
        }
        return """
            usage: \(usage)

            \(summary)

            options:
            \(lines.joined(separator: "\n"))

            examples:
            \(examples.map { "  " + $0 }.joined(separator: "\n"))

            """
    }
}

extension String {
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
