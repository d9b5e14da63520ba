import EmbeddedTexts

/// The completion script of bash 3.2 and later.
enum BashCompletion {
    static func script(_ commands: [CommandSpec]) -> String {
        let values = commands.flatMap { command in
            command.options.compactMap { option in
                option.completion.map { "        \"\(command.name) --\(option.name)\") \(action($0)); return ;;" }
            }
        }
        let options = commands.map { command in
            "            \(command.name)) _contracts_words \(command.options.map { "--\($0.name)" }.joined(separator: " ")) ;;"
        }
        let operands = commands.filter { $0.completion != .free }.map { command in
            "            \(command.name)) \(action(command.completion)) ;;"
        }
        return Completion.script(
            String(cString: embedded_completion_bash()),
            [
                "commands": [commands.map(\.name).joined(separator: " ")], "values": values, "options": options,
                "operands": operands,
            ])
    }

    private static func action(_ value: Completion) -> String {
        switch value {
        case .words(let words): "_contracts_words \(words.joined(separator: " "))"
        case .checks: "_contracts_checks"
        case .file: "_contracts_paths -f"
        case .folder: "_contracts_paths -d"
        case .free: ":"
        }
    }
}
