import ContractChecking
import JSONSchema

struct ParsedArguments: Sendable {
    private var values: [String: [String]] = [:]
    private(set) var operands: [String] = []
    /// The words as given, grouped by option; operands have no name.
    private var groups: [(name: String?, words: [String])] = []

    /// Parses `--name value`, `--name=value`, flags and operands; `--` ends the options. An option that takes several
    /// values takes all words up to the next option: `--only A B`.
    init(_ words: [String], for spec: CommandSpec) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                groups.append((nil, [word] + rest))
                return
            }
            guard Self.isOption(word) else {
                operands.append(word)
                groups.append((nil, [word]))
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0] == "-h" ? "help" : String(parts[0].drop { $0 == "-" })
            guard let option = spec.options.first(where: { $0.name == name }), parts[0] == "-h" || word.hasPrefix("--")
            else {
                let known = spec.options.map { "--\($0.name)" }
                throw CommandError(
                    "unknown option '\(parts[0])'\(Suggestion.text(for: "--\(name)", among: known)) (see contracts \(spec.name) --help)"
                )
            }
            if values[name] != nil, !option.repeats { throw CommandError("'--\(name)' is given twice") }
            let before = rest
            values[name, default: []] += try Self.values(of: option, parts, &rest, spec)
            groups.append((name, [word] + before[..<rest.startIndex]))
        }
    }

    private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

    private static func values(
        of option: OptionSpec, _ parts: [String], _ rest: inout ArraySlice<String>, _ spec: CommandSpec
    ) throws -> [String] {
        guard let kind = option.value else {
            if parts.count == 2 { throw CommandError("'--\(option.name)' takes no value") }
            return [""]
        }
        if parts.count == 2 { return [parts[1]] }
        let names = spec.options.map { "--\($0.name)" }
        // Otherwise '--history --color never' would write a file named '--color'.
        guard let value = rest.popFirst(), !names.contains(String(value.prefix { $0 != "=" })) else {
            throw CommandError("'--\(option.name)' needs a value: \(kind)")
        }
        guard spec.takesSeveral(option) else { return [value] }
        let more = rest.prefix { !isOption($0) }
        rest.removeFirst(more.count)
        return [value] + more
    }

    func words(without names: Set<String> = []) -> [String] {
        groups.flatMap { group in group.name.map(names.contains) == true ? [] : group.words }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    subscript(name: String) -> String? { values[name]?.first }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    func quoted(_ names: [String]) -> String {
        names.flatMap { name in all(name).map { " --\(name) \(ShellWord.quoted($0))" } }.joined()
    }

    var quotedOperands: String { operands.map { " " + ShellWord.quoted($0) }.joined() }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of choices: [Choice] = Array(Choice.allCases)
    ) throws -> Choice? {
        guard let word = self[name] else { return nil }
        if let choice = choices.first(where: { $0.rawValue == word }) { return choice }
        let known = choices.map(\.rawValue)
        let hint = Suggestion.nearest(to: word, among: known).map { "did you mean '\($0)'?; " } ?? ""
        throw CommandError.invalid(word, for: name, "\(hint)valid: \(known.joined(separator: ", "))")
    }

    /// Parses the value of an option.
    ///
    /// - Parameter expectation: the end of the message about a value that `parse` refuses.
    func value<Value>(_ name: String, _ expectation: String, _ parse: (String) -> Value?) throws -> Value? {
        guard let word = self[name] else { return nil }
        guard let value = parse(word) else { throw CommandError.invalid(word, for: name, expectation) }
        return value
    }

    func operand(_ expectation: String) throws -> String {
        guard operands.count == 1 else { throw CommandError(expectation) }
        return operands[0]
    }

    func failOn() throws -> Severity { try choice("fail-on", of: [Severity.error, .warning]) ?? .error }

    func action<Action: RawRepresentable<String> & CaseIterable>(of command: CommandSpec) throws -> (Action, [String]) {
        let names = Action.allCases.map(\.rawValue)
        guard let word = operands.first else {
            throw CommandError("'contracts \(command.name)' takes an action; valid: \(names.joined(separator: ", "))")
        }
        guard let action = Action(rawValue: word) else {
            throw CommandError(
                "'contracts \(command.name)' has no action '\(word)'\(Suggestion.text(for: word, among: names))")
        }
        return (action, Array(operands.dropFirst()))
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try value(name, "valid: a number from \(range.lowerBound) to \(range.upperBound)") { word in
            Int(word).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}
