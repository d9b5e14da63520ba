import JSONSchema

/// The outcome of one probe.
public struct ProbeOutcome: Sendable, Hashable {
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

    /// Creates an outcome.
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

/// Encoded as an array of strings: a run has thousands of outcomes, and objects take twice as long to code.
extension ProbeOutcome: Codable {
    /// Decodes the strings in the order of encoding.
    public init(from decoder: any Decoder) throws {
        var texts = try decoder.unkeyedContainer()
        name = try texts.decode(String.self)
        kind = try texts.decode(String.self)
        pointer = try texts.decode(String.self)
        expected = try texts.decode(String.self)
        text = MessageText(try texts.decode(String.self))
        rule = texts.isAtEnd ? nil : try texts.decode(String.self)
    }

    /// Encodes name, kind, location, expected and actual outcome, and the violated rule, if any.
    public func encode(to encoder: any Encoder) throws {
        var texts = encoder.unkeyedContainer()
        try texts.encode(contentsOf: [name, kind, pointer, expected, found] + [rule].compactMap(\.self))
    }
}
