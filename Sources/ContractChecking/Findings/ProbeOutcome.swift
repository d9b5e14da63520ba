import JSONSchema

/// The outcome of one probe.
public struct ProbeOutcome: Sendable, Hashable {
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

/// A list of texts: there are thousands of outcomes, and objects take a coder twice as long.
extension ProbeOutcome: Codable {
    /// Reads the texts in the order in which they are written.
    public init(from decoder: any Decoder) throws {
        var texts = try decoder.unkeyedContainer()
        name = try texts.decode(String.self)
        kind = try texts.decode(String.self)
        pointer = try texts.decode(String.self)
        expected = try texts.decode(String.self)
        text = MessageText(try texts.decode(String.self))
        rule = texts.isAtEnd ? nil : try texts.decode(String.self)
    }

    /// Writes name, kind, place, what was expected and found, and the broken rule where there is one.
    public func encode(to encoder: any Encoder) throws {
        var texts = encoder.unkeyedContainer()
        try texts.encode(contentsOf: [name, kind, pointer, expected, found] + [rule].compactMap(\.self))
    }
}
