import ContractFormat
import JSONSchema

/// The weight of a finding: errors fail a run, warnings only where `--fail-on warning` asks for it.
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The contract is broken.
    case error
    /// Something that most contracts do not want.
    case warning
    /// Something to know of.
    case info

    /// Orders the most severe first.
    public static func < (lhs: Severity, rhs: Severity) -> Bool {
        lhs != rhs && (lhs == .error || rhs == .info)
    }
}

/// One thing that is wrong, with its place in the contract and, where there is one, in the data.
///
/// A matcher makes it with facts and pointers. `described(of:in:secrets:)` locates it and takes secrets out. A judgement
/// adds its weight, the command that repeats it, and an acceptance.
public struct Finding: Sendable, Hashable, Codable {
    /// The identifier of the ``Rule`` that was broken, such as `model.false-accept`.
    public package(set) var rule: String
    /// Its weight.
    public var severity: Severity
    /// The place in the contract that was broken.
    public var contract: Place
    /// The place of the data that broke it: a recording, or a live response (then named by its URL).
    public var recording: Place?
    /// The command that repeats just the check that found it.
    public var repeatCommand = ""
    /// A hash of rule, check, place in the contract and subject. It is the same in every run and holds no observed value.
    public var fingerprint = ""
    /// Facts beyond the rule's own.
    package var notes: [Note] = []

    package var text: MessageText
    package var expectation: MessageText?
    package var observation: MessageText?
    /// Names that distinguish this fault from others of its rule at its place: a property, an argument, a kind of input.
    package var subject: [String] = []
    /// The place within a recorded entry, such as `/response/status`, until the entry is known.
    package var data: JSONPointer?

    /// A fact about a finding that its rule does not know.
    package enum Note: Sendable, Hashable, Codable {
        /// The step of a scenario, and the number of steps that were not run because of it.
        case step(Int, endpoint: String, skipped: Int)
        /// The plainest input that shows the fault, and the number of other inputs that do.
        case probe(String, others: Int)
        /// The number of findings of the same kind that are left out.
        case others(Int)
        /// An explanation at the end of the message.
        case hint(MessageText)
        case accepted(Acceptance)
        /// An acceptance whose last day is over.
        case expired(Acceptance)
    }

    package init(
        _ rule: some RuleFamily, _ text: MessageText, expected: MessageText? = nil, found: MessageText? = nil,
        at pointer: JSONPointer, data: JSONPointer? = nil, about subject: [String] = [], severity: Severity? = nil
    ) {
        self.init(rule.rule, text, expected: expected, found: found, at: pointer, data: data, about: subject)
        self.severity = severity ?? self.severity
    }

    package init(
        _ rule: Rule, _ text: MessageText, expected: MessageText? = nil, found: MessageText? = nil,
        at pointer: JSONPointer, data: JSONPointer? = nil, about subject: [String] = []
    ) {
        self.rule = rule.id
        severity = rule.severity
        self.text = text
        expectation = expected
        observation = found
        contract = Place(file: "", pointer: pointer)
        self.data = data
        self.subject = subject
    }

    /// Makes a finding that is located and free of secrets, such as one of a report.
    package init(
        reported rule: String, severity: Severity, message: String, expected: String? = nil, found: String? = nil,
        contract: Place, recording: Place? = nil, repeatCommand: String, fingerprint: String,
        acceptance: Acceptance? = nil
    ) {
        self.rule = rule
        self.severity = severity
        text = MessageText(message)
        expectation = expected.map { MessageText($0) }
        observation = found.map { MessageText($0) }
        self.contract = contract
        self.recording = recording
        self.repeatCommand = repeatCommand
        self.fingerprint = fingerprint
        notes = acceptance.map { [.accepted($0)] } ?? []
    }

    /// One sentence that a person understands.
    public var message: String {
        notes.reduce(text.rendered()) { message, note in
            switch note {
            case .step(let number, let endpoint, let skipped):
                let rest = skipped == 0 ? "" : "; the \(counted(skipped, "step")) after it did not run"
                return "step \(number) (\(endpoint)): \(message)\(rest)"
            case .probe(let name, let others):
                return "\(message); probe: \(name)" + (others == 0 ? "" : ", and \(others) more like it")
            case .others(let count): return "\(message), and \(count) more like it"
            case .hint(let text): return message + text.rendered()
            case .accepted: return message
            case .expired(let acceptance):
                return "\(message) (the acceptance by \(acceptance.author) expired on \(acceptance.expires))"
            }
        }
    }

    /// The demand of the contract, in short.
    public var expected: String? { expectation?.rendered() }

    /// The value that was there instead, in short.
    public var found: String? { observation?.rendered() }

    /// Its acceptance; it then has the severity `info` and fails nothing.
    public var acceptance: Acceptance? {
        for case .accepted(let acceptance) in notes { return acceptance }
        return nil
    }

    /// The place in the contract, as a pointer.
    package var pointer: JSONPointer { contract.pointer }

    /// The kind of its data: a recording, or the document that a provider describes itself by.
    package var dataKind: String { rule.hasPrefix("against.") ? "provider" : "recording" }

    /// Returns the same fault as one of another rule, its text set in other words.
    package func restated(as rule: some RuleFamily, _ words: (MessageText) -> MessageText = { $0 }) -> Finding {
        var finding = self
        (finding.rule, finding.severity, finding.text) = (rule.id, rule.severity, words(text))
        return finding
    }

    /// Returns the finding at a place of its data, unless it has one.
    package func at(_ place: Place?) -> Finding {
        var finding = self
        finding.recording = recording ?? place
        return finding
    }

    /// Returns the finding of a check for reports: located, identified, and without secrets.
    package func described(of check: Check, in contract: Contract, secrets: RunSecrets) -> Finding {
        var described = self
        described.contract = contract.place(of: pointer)
        described.fingerprint = Fingerprint.of(rule: rule, check: check.id, pointer: pointer, subject: subject)
        described.text = text.redacted(secrets.redacted)
        described.expectation = expectation?.redacted(secrets.redacted)
        described.observation = observation?.redacted(secrets.redacted)
        described.recording = recording.map {
            Place(file: secrets.redacted($0.file), line: $0.line, column: $0.column, pointer: $0.pointer)
        }
        described.notes = notes.map { note in
            switch note {
            case .probe(let name, let others): .probe(secrets.redacted(name), others: others)
            case .hint(let text): .hint(text.redacted(secrets.redacted))
            case .step, .others, .accepted, .expired: note
            }
        }
        return described
    }
}

extension [Finding] {
    /// The findings, the most severe first, else in their order.
    package var worstFirst: [Finding] {
        Severity.allCases.flatMap { severity in filter { $0.severity == severity } }
    }
}

extension Fingerprint {
    /// Sixteen hexadecimal digits over the identity of a fault: rule, check, place and subject, no observed value.
    package static func of(rule: String, check: String, pointer: JSONPointer, subject: [String] = []) -> String {
        text(([rule, check, "\(pointer)"] + subject).joined(separator: "\n"))
    }
}
