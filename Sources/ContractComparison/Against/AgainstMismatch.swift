import ContractChecking
import JSONSchema

/// Something that an endpoint expects and the document does not promise, with both places.
struct AgainstMismatch {
    let rule: AgainstRule
    let severity: Severity
    let message: String
    var expected: String?
    var found: String?
    /// The place in the contract.
    let contract: JSONPointer
    /// The place in the document.
    let document: JSONPointer
    /// Tells mismatches of one rule at one place apart; it holds no observed value.
    var subject = ""

    init(
        _ rule: AgainstRule, _ severity: Severity, _ message: String, expected: String? = nil,
        found: String? = nil, at contract: JSONPointer, in document: JSONPointer, subject: String = ""
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.expected = expected
        self.found = found
        self.contract = contract
        self.document = document
        self.subject = subject
    }
}

extension JSON {
    /// The compact text, shortened so that a large value does not drown a message.
    var excerpt: String {
        let text = text(.compact)
        return text.utf8.count <= 240 ? text : "\(text.prefix(200))… (\(text.utf8.count) bytes)"
    }
}
