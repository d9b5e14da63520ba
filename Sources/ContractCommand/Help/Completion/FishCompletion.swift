import EmbeddedTexts

enum FishCompletion {
    static func script(_ commands: [Completion]) -> String {
        let names = commands.map {
            "complete -c contracts -n '__contracts_is' -a \($0.name) -d \(quoted($0.summary))"
        }
        let details = commands.map { command in
            let condition = "complete -c contracts -n '__contracts_is \(command.name)'"
            let options = command.options.map { option in
                "\(condition) -l \(option.name) \(value(option))-d \(quoted(option.help))"
            }
            let operand = command.operands.isEmpty ? nil : arguments(command.operand).map { "\(condition) \($0)" }
            return (options + [operand].compactMap { $0 }).joined(separator: "\n")
        }
        return Completion.script(
            String(cString: embedded_completion_fish()),
            ["names": names, "details": [details.joined(separator: "\n\n")]])
    }

    /// The flags for an option's value, followed by a space; empty for a flag.
    private static func value(_ option: Completion.Option) -> String {
        guard let value = option.value else { return "" }
        switch value.kind {
        case .words, .checks, .folder: return "-x " + (arguments(value.kind).map { "\($0) " } ?? "")
        case .file: return "-r -F "
        case .free: return "-x "
        }
    }

    private static func arguments(_ value: Completion.Value) -> String? {
        switch value {
        case .words(let words): "-a \(quoted(words.joined(separator: " ")))"
        case .checks: "-a '(__contracts_checks)'"
        case .file: "-F"
        case .folder: "-a '(__fish_complete_directories)'"
        case .free: nil
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "'"
    }
}
