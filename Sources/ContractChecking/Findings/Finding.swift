import ContractFormat
import JSONSchema

/// The weight of a finding: errors fail a run, warnings only where `--fail-on warning` asks for it.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The contract is broken.
    case error
    /// Something that most contracts do not want.
    case warning
    /// Something to know of.
    case info

    /// Orders the most severe first.
    public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        }
    }
}

/// One thing that is wrong, with its place in the contract and, where there is one, in the data.
public struct Finding: Sendable, Hashable {
    /// The identifier of the ``Rule`` that was broken, such as `model.false-accept`.
    public let rule: String
    /// Its weight.
    public let severity: Severity
    /// One sentence that a person understands.
    public let message: String
    /// The demand of the contract, in short.
    public let expected: String?
    /// The value that was there instead, in short.
    public let found: String?
    /// The line of the contract that was broken.
    public let contract: Place
    /// The place of the data that broke it: a recording, or a live response (then named by its URL).
    public let recording: Place?
    /// The command that repeats just the check that found it.
    public let repeatCommand: String
    /// A hash of rule, check and contract pointer that stays the same from run to run: it holds no observed value.
    public let fingerprint: String
    /// The word by which it is accepted; it then has the severity `info` and fails nothing.
    public let acceptance: Acceptance?

    /// What the place in the data is: a recording, or the document that a provider describes itself by.
    package var dataKind: String { rule.hasPrefix("against.") ? "provider" : "recording" }

    /// Makes a finding of a rule, with the rule's own severity where none is given.
    package init(
        rule: Rule, severity: Severity? = nil, message: String, expected: String? = nil, found: String? = nil,
        contract: Place, recording: Place? = nil, repeatCommand: String, fingerprint: String
    ) {
        self.init(
            reported: rule.id, severity: severity ?? rule.severity, message: message, expected: expected, found: found,
            contract: contract, recording: recording, repeatCommand: repeatCommand, fingerprint: fingerprint)
    }

    /// Reads a finding that a report tells, of this version or of another.
    package init(
        reported rule: String, severity: Severity, message: String, expected: String? = nil, found: String? = nil,
        contract: Place, recording: Place? = nil, repeatCommand: String, fingerprint: String,
        acceptance: Acceptance? = nil
    ) {
        self.acceptance = acceptance
        self.rule = rule
        self.severity = severity
        self.message = message
        self.expected = expected
        self.found = found
        self.contract = contract
        self.recording = recording
        self.repeatCommand = repeatCommand
        self.fingerprint = fingerprint
    }
}

/// Hashes that are the same in every run, process and machine (FNV-1a, 64 bits), unlike Swift's own.
package enum Fingerprint {
    package static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Sixteen hexadecimal digits over what identifies a fault: rule, check and place, no observed value.
    package static func of(rule: Rule, check: Check, pointer: JSONPointer) -> String {
        text("\(rule.id)\n\(check.id)\n\(pointer)")
    }

    /// The hash of a text as sixteen hexadecimal digits.
    package static func text(_ identity: String) -> String {
        let digits = String(hash(identity), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
