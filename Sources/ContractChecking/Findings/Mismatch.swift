import JSONSchema

/// Something that differs from the contract, before it is known which check found it.
package struct Mismatch: Sendable, Hashable {
    package let rule: Rule
    package let severity: Severity
    package var message: FindingText
    package let expected: FindingText?
    package let found: FindingText?
    /// The place in the contract.
    package let pointer: JSONPointer
    /// The place in the recording, within the entry: `/response/status`.
    package let data: JSONPointer?

    package init(
        _ rule: some RuleFamily, _ message: FindingText, expected: FindingText? = nil, found: FindingText? = nil,
        at pointer: JSONPointer, data: JSONPointer? = nil, severity: Severity? = nil
    ) {
        self.init(rule.rule, message, expected: expected, found: found, at: pointer, data: data, severity: severity)
    }

    package init(
        _ rule: Rule, _ message: FindingText, expected: FindingText? = nil, found: FindingText? = nil,
        at pointer: JSONPointer,
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
