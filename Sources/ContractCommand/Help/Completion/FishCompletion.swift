import EmbeddedTexts

enum FishCompletion {
    static func script(_ commands: [CommandSpec]) -> String {
        let names = commands.map {
            "complete -c contracts -n '__contracts_is' -a \($0.name) -d \(quoted($0.summary))"
        }
        let details = commands.map { command in
            let condition = "complete -c contracts -n '__contracts_is \(command.name)'"
            let options = command.options.map { option in
                "\(condition) -l \(option.name) \(value(option))-d \(quoted(option.help))"
            }
            let operand = command.operands.isEmpty ? nil : arguments(command.completion).map { "\(condition) \($0)" }
            return (options + [operand].compactMap { $0 }).joined(separator: "\n")
        }
        return Completion.script(
            String(cString: embedded_completion_fish()),
            ["names": names, "details": [details.joined(separator: "\n\n")]])
    }

    private static func value(_ option: OptionSpec) -> String {
        switch option.completion {
        case nil: ""
        case .words?, .checks?, .folder?, .free?: "-x " + (option.completion.flatMap(arguments).map { "\($0) " } ?? "")
        case .file?: "-r -F "
        }
    }

    private static func arguments(_ value: Completion) -> String? {
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
