import ContractFormat
import JSONSchema

/// The severity of a finding. Errors fail a run; warnings do so with `--fail-on warning`.
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// A violation of the contract.
    case error
    /// A questionable result that few contracts intend.
    case warning
    /// Information.
    case info

    /// Orders the most severe first.
    public static func < (lhs: Severity, rhs: Severity) -> Bool {
        lhs != rhs && (lhs == .error || rhs == .info)
    }
}

/// A fault, with its location in the contract and in the data.
///
/// A matcher creates it from facts and pointers. `described(of:in:secrets:)` locates it and redacts secrets. A
/// judgement adds repeat command and acceptance.
public struct Finding: Sendable, Hashable, Codable {
    /// The identifier of the violated ``Rule``, such as `model.false-accept`.
    public package(set) var rule: String
    /// The severity.
    public var severity: Severity
    /// The location of the violated part of the contract.
    public var contract: Place
    /// The location of the data: a recording, or the URL of a live response.
    public var recording: Place?
    /// The command that repeats only the check with this finding.
    public var repeatCommand = ""
    /// A hash of rule, check, contract location and subject. It excludes observed values, so it is stable between runs.
    public var fingerprint = ""
    /// The acceptance, if any. An accepted finding has severity `info`.
    public internal(set) var acceptance: Acceptance?

    package var text: MessageText
    package var expectation: MessageText?
    package var observation: MessageText?
    /// Names that distinguish this fault from others of the same rule and location, such as a property or an argument.
    package var subject: [String] = []
    /// The location within a recorded entry, such as `/response/status`.
    package var data: JSONPointer?

    package init(
        _ rule: any RuleFamily, _ text: MessageText, expected: MessageText? = nil, found: MessageText? = nil,
        at pointer: JSONPointer, data: JSONPointer? = nil, about subject: [String] = [], severity: Severity? = nil
    ) {
        self.rule = rule.id
        self.severity = severity ?? rule.severity
        self.text = text
        (expectation, observation) = (expected, found)
        if let expected, let found { (expectation, observation) = MessageText.contrasted(expected, found) }
        contract = Place(file: "", pointer: pointer)
        self.data = data
        self.subject = subject
    }

    /// Creates a finding that is already located and redacted.
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
        self.acceptance = acceptance
    }

    /// The message, in one sentence.
    public var message: String { text.rendered() }

    /// A short form of the expected value.
    public var expected: String? { expectation?.rendered() }

    /// A short form of the actual value.
    public var found: String? { observation?.rendered() }

    package var pointer: JSONPointer { contract.pointer }

    /// The kind of `recording`: a recording, or the provider's own description.
    package var recordingKind: String { rule.hasPrefix("against.") ? "provider" : "recording" }

    /// Returns the finding under another rule, with its text rephrased.
    package func restated(as rule: some RuleFamily, _ words: (MessageText) -> MessageText = { $0 }) -> Finding {
        modified(self) { ($0.rule, $0.severity, $0.text) = (rule.id, rule.severity, words(text)) }
    }

    /// Returns the finding with its text rephrased, about a part of the former subject.
    func rephrased(about part: String? = nil, _ words: (MessageText) -> MessageText) -> Finding {
        var finding = self
        finding.text = words(text)
        if let part { finding.subject.append(part) }
        return finding
    }

    package func repeated(by command: String) -> Finding { modified(self) { $0.repeatCommand = command } }

    package func at(_ place: Place?) -> Finding { modified(self) { $0.recording = recording ?? place } }

    /// Returns the finding for reports, with locations and fingerprint, and secrets redacted.
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
        return described
    }
}

extension [Finding] {
    /// Returns a list of one finding, the result of a comparison that stops at the first difference.
    static func one(
        _ rule: some RuleFamily, _ text: MessageText, expected: MessageText? = nil, found: MessageText? = nil,
        at pointer: JSONPointer, data: JSONPointer? = nil, about subject: [String] = []
    ) -> [Finding] {
        [Finding(rule, text, expected: expected, found: found, at: pointer, data: data, about: subject)]
    }

    package var worstFirst: [Finding] {
        Severity.allCases.flatMap { severity in filter { $0.severity == severity } }
    }
}

extension Fingerprint {
    /// Returns 16 hexadecimal digits that identify a fault without its observed values.
    package static func of(rule: String, check: String, pointer: JSONPointer, subject: [String] = []) -> String {
        text(([rule, check, "\(pointer)"] + subject).joined(separator: "\n"))
    }
}

/// A schema violation. The same violation in several elements is reported once, at the first.
struct SchemaFault {
    var place: JSONPointer
    var message: MessageText
    let expected: MessageText?
    let found: MessageText?
    let pointer: JSONPointer

    /// The location as a suffix for messages, empty for the root.
    var placeText: String { place.tokens.isEmpty ? "" : " at '\(place)'" }

    /// The location with `*` for array indices, as part of the fingerprint.
    var subject: [String] { ["\(place.pattern)"] }
}

extension EmbeddedSchema {
    func faults(of json: JSON) -> [SchemaFault] {
        let kinds = schema.violations(of: json).grouped { violation -> [String?] in
            [violation.schemaLocation, "\(violation.instancePointer.pattern)", violation.expected]
        }
        return kinds.map { _, violations in
            let (violation, others) = (violations[0], violations.count - 1)
            return SchemaFault(
                place: violation.instancePointer,
                message: others > 0 ? "\(violation.text), and \(others) more like it" : violation.text,
                expected: violation.expectation, found: violation.observation,
                pointer: pointer(of: violation))
        }
    }
}

/// Shortens contract values, which contain no secrets.
package enum Excerpt {
    package static func of(_ json: JSON?) -> String { MessageText.excerpt(json).rendered() }
}
