import JSONSchema

/// The outcome of one probe.
public struct ProbeOutcome: Sendable, Hashable, Codable {
    /// The probe's name, such as `/melt is null`.
    public let name: String
    /// The change of a good instance: `missing`, `null`, `type`, `number`, ….
    public let kind: String
    /// The place that was changed.
    public let pointer: String
    /// `a value`, `nil`, or `either`.
    public let expected: String
    /// `a value`, `nil`, or what was thrown.
    public var found: String { text.rendered() }
    private var text: MessageText
    /// The rule that was broken; `nil` where all is as it has to be.
    public let rule: String?

    /// Tells what came of a probe.
    public init(name: String, kind: String, pointer: String, expected: String, found: String, rule: String? = nil) {
        self.init(name: name, kind: kind, pointer: pointer, expected: expected, found: MessageText(found), rule: rule)
    }

    init(name: String, kind: String, pointer: String, expected: String, found: MessageText, rule: String? = nil) {
        self.name = name
        self.kind = kind
        self.pointer = pointer
        self.expected = expected
        text = found
        self.rule = rule
    }

    func redacted(_ redacted: (String) -> String) -> ProbeOutcome {
        var outcome = self
        outcome.text = text.redacted(redacted)
        return outcome
    }
}
