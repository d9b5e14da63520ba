import EmbeddedTexts

enum ZshCompletion {
    static func script(_ commands: [CommandSpec]) -> String {
        let names = commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        let cases = commands.map { command in
            let options = command.options.map { "                \(quoted(option($0))) \\\n" }
            let operand = command.operands.isEmpty ? "" : "*:\(command.operands):\(action(command.completion))"
            return """
                        \(command.name))
                            _arguments \\
                \(options.joined())                \(quoted(operand.isEmpty ? "*: :" : operand))
                            ;;
                """
        }
        return Completion.script(String(cString: embedded_completion_zsh()), ["names": names, "cases": cases])
    }

    private static func option(_ option: OptionSpec) -> String {
        let help = option.help.map { "[]\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        let name = (option.repeats ? "*" : "") + "--\(option.name)"
        guard let label = option.value, let value = option.completion else { return "\(name)[\(help)]" }
        return "\(name)=[\(help)]:\(label):\(action(value))"
    }

    private static func action(_ value: Completion) -> String {
        switch value {
        case .words(let words):
            words.allSatisfy { $0.hasSuffix("=") }
                ? "{compadd -S \"\" - \(words.joined(separator: " "))}" : "(\(words.joined(separator: " ")))"
        case .checks: "_contracts_checks"
        case .file: "_files"
        case .folder: "_files -/"
        case .free: " "
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
