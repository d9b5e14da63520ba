import ContractFormat
import HTTPRecording
import JSONSchema

/// The unjudged result of one check.
package struct Evaluation: Sendable, Codable {
    package var findings: [Finding] = []
    package var probes = 0
    package var seconds = 0.0
    package var obstacle: Obstacle?
    package var score: ModelScore?
    package var survival: Survival?
    package var strength: Strength?
    package var outcomes: [ProbeOutcome] = []
    package var adaptations: [Adaptation] = []
    package var recordedAt: Timestamp?

    package struct Obstacle: Sendable, Codable, Hashable {
        package let outcome: CheckResult.Outcome
        package var reason: String
    }

    package static func scored(_ strength: Strength, probes: Int) -> Evaluation {
        Evaluation(probes: probes, strength: strength)
    }

    package static func notEvaluated(_ reason: String) -> Evaluation {
        Evaluation(obstacle: Obstacle(outcome: .error, reason: reason))
    }

    var isHung: Bool { findings.contains { FatalRule.hangs.contains($0.rule) } }

    var hasErrors: Bool { obstacle != nil || findings.contains { $0.severity == .error } }

    mutating func add(_ found: [Finding], in recording: LoadedRecording? = nil, entry: Int = 0) {
        findings += found.map { $0.at(recording?.place(entry: entry, $0.data ?? .root)) }
    }

    mutating func add(_ finding: Finding, at recording: Place? = nil) { findings.append(finding.at(recording)) }

    /// Returns the evaluation for reports, with findings located and secrets redacted.
    func described(of check: Check, in context: ServiceRun) -> Evaluation {
        let redacted = context.secrets.redacted
        var described = self
        described.findings = findings.map { $0.described(of: check, in: context.contract, secrets: context.secrets) }
        guard !context.secrets.isEmpty else { return described }
        if let obstacle { described.obstacle?.reason = redacted(obstacle.reason) }
        described.survival = survival?.redacted(redacted)
        described.outcomes = outcomes.map { $0.redacted(redacted) }
        return described
    }
}

/// The share of a model's constraints that its initializer enforces.
public struct ModelScore: Sendable, Hashable, Codable {
    /// The number of schema constraints whose every violation was rejected.
    public let enforced: Int
    /// The number of constraints that the probes can violate.
    public let total: Int
    /// Pointers to the constraints that are not enforced. A required constraint includes its member.
    public let missing: [String]

    /// The unenforced constraints that the model's strictness permits.
    public let left: [String]

    package init(enforced: Int, total: Int, missing: [String], left: [String] = []) {
        self.enforced = enforced
        self.total = total
        self.missing = missing
        self.left = left
    }

    /// The percentage, rounded down so that 100 means complete.
    public var percent: Int { total == 0 ? 100 : enforced * 100 / total }
}

/// The outcome of one probe.
public struct ProbeOutcome: Sendable, Hashable, Codable {
    /// The probe's name, such as `/melt is null`.
    public let name: String
    /// The mutation of a valid instance: `missing`, `null`, `type`, `number`, ….
    public let kind: String
    /// The mutated location.
    public let pointer: String
    /// `a value`, `nil`, or `either`.
    public let expected: String
    /// `a value`, `nil`, or the thrown error.
    public var found: String { text.rendered() }
    private var text: MessageText
    /// The violated rule, if any.
    public let rule: String?

    package init(name: String, kind: String, pointer: String, expected: String, found: MessageText, rule: String? = nil)
    {
        self.name = name
        self.kind = kind
        self.pointer = pointer
        self.expected = expected
        text = found
        self.rule = rule
    }

    func redacted(_ redacted: (String) -> String) -> ProbeOutcome {
        modified(self) { $0.text = text.redacted(redacted) }
    }
}

/// A contract edit that would match the behavior of the code under test. `fit` proposes it or explains why not.
package struct Adaptation: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A property reads a member of another name, verbatim or with a standard conversion.
        case map
        /// A property is computed from several members, so it is not compared.
        case computed
        /// A property of the client does not depend on any member.
        case own
        case unbound
        /// A member is not read by any property.
        case unread
        /// The initializer accepts input that the strictness requires it to reject.
        case strictness
        /// An enumeration maps every unlisted value to one case.
        case otherwise
        /// An array omits elements that the schema rejects.
        case lossy
        /// The builder adds a header field.
        case header
        /// The builder sends a value for an omitted argument.
        case assumed
        /// The binding never reads an argument.
        case unasked
        /// The binding reads an argument as a narrower type, or requires one of several credentials.
        case narrower
        /// The builder encodes a list in another style.
        case style
        /// The call throws, or recovers, under a fault without a declared outcome.
        case fault
        /// The call returns despite a fault without a declared outcome.
        case ignoredFault
    }

    package let kind: Kind
    package let edit: ContractEdit
    package let reason: String
    /// The number of occurrences within the check, and the number of opportunities.
    package let count: Int
    package let total: Int

    package init(
        _ kind: Kind, _ action: ContractEdit.Action, at pointer: JSONPointer, reason: String, count: Int = 1,
        total: Int = 1
    ) {
        self.kind = kind
        edit = ContractEdit(action, at: pointer)
        self.reason = reason
        self.count = count
        self.total = total
    }
}
