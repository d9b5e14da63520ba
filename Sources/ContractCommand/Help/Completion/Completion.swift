import Foundation

/// The completions of a command.
struct Completion {
    /// The kind of value that a shell completes.
    enum Value: Hashable {
        case words([String])
        case checks
        case file
        case folder
        /// Nothing that can be told beforehand.
        case free
    }

    struct Option {
        let name: String
        let help: String
        let repeats: Bool
        /// The value with what the help calls it; `nil` for a flag.
        let value: (label: String, kind: Value)?
    }

    let name: String
    let summary: String
    let options: [Option]
    /// The operands' label in the help; empty where there are none.
    let operands: String
    let operand: Value

    init(of spec: CommandSpec) {
        name = spec.name
        summary = spec.summary
        operands = spec.operands
        let choices = spec.operandChoices()
        operand = choices.isEmpty ? Self.kind(of: spec.operands) : .words(choices)
        options = spec.options.map { option in
            Option(
                name: option.name, help: option.help, repeats: option.repeats,
                value: option.value.map {
                    ($0, option.choices.isEmpty ? Self.kind(of: $0) : .words(option.choices))
                })
        }
    }

    /// The script of a shell: its template with lines in the place of `@NAME@`.
    static func script(_ template: String, _ lines: [String: [String]]) -> String {
        lines.reduce(template) { script, part in
            script.replacingOccurrences(of: "@\(part.key)@", with: part.value.joined(separator: "\n"))
        }
    }

    /// The kind of value that a label of the help names.
    private static func kind(of label: String) -> Value {
        let words = label.split { !$0.isLetter }.map(String.init)
        if words.contains("CHECK") || words.contains("GLOB") { return .checks }
        if words.contains("DIR") { return .folder }
        let files = ["FILE", "SCHEMA", "INSTANCE", "OPENAPI", "SOURCE", "REPORT", "OLD", "NEW"]
        return words.contains(where: files.contains) ? .file : .free
    }
}
