import JSONSchema

/// Something that differs from the contract, before it is known which check found it.
package struct Mismatch: Sendable, Hashable {
    package let rule: String
    package let severity: Severity
    package let message: String
    package let expected: String?
    package let found: String?
    /// The place in the contract.
    package let pointer: JSONPointer
    /// The place in the recording, within the entry: `/response/status`.
    package let data: JSONPointer?

    package init(
        _ rule: String, _ message: String, expected: String? = nil, found: String? = nil, at pointer: JSONPointer,
        data: JSONPointer? = nil, severity: Severity = .error
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.expected = expected
        self.found = found
        self.pointer = pointer
        self.data = data
    }
}
