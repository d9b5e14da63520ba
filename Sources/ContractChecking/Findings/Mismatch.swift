import JSONSchema

/// Something that differs from the contract, before it is known which check found it.
package struct Mismatch: Sendable, Hashable {
    package let rule: Rule
    package let severity: Severity
    package var message: String
    package let expected: String?
    package let found: String?
    /// The place in the contract.
    package let pointer: JSONPointer
    /// The place in the recording, within the entry: `/response/status`.
    package let data: JSONPointer?

    package init(
        _ rule: some RuleFamily, _ message: String, expected: String? = nil, found: String? = nil,
        at pointer: JSONPointer, data: JSONPointer? = nil, severity: Severity? = nil
    ) {
        self.init(rule.rule, message, expected: expected, found: found, at: pointer, data: data, severity: severity)
    }

    package init(
        _ rule: Rule, _ message: String, expected: String? = nil, found: String? = nil, at pointer: JSONPointer,
        data: JSONPointer? = nil, severity: Severity? = nil
    ) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.message = message
        self.expected = expected
        self.found = found
        self.pointer = pointer
        self.data = data
    }
}
