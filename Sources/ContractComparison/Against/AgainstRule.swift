import ContractChecking
import JSONSchema

/// The rules by which contracts are held to a provider's OpenAPI document; the raw value is the name in findings.
package enum AgainstRule: String, RuleFamily {
    case missingEndpoint = "against.missing-endpoint"
    case method = "against.method"
    case origin = "against.origin"
    case deprecated = "against.deprecated"
    case missingParameter = "against.missing-parameter"
    case requiredParameter = "against.required-parameter"
    case parameter = "against.parameter"
    case security = "against.security"
    case body = "against.body"
    case status = "against.status"
    case unexpectedStatus = "against.unexpected-status"
    case content = "against.content"
    case response = "against.response"
    case responseHeader = "against.response-header"
    case undeclared = "against.undeclared"
    case schema = "against.schema"
    case undecided = "against.undecided"
}

/// Something that an endpoint expects and the document does not promise, with both places.
struct AgainstMismatch {
    let rule: AgainstRule
    let severity: Severity
    let message: String
    var expected: String?
    var found: String?
    let contract: JSONPointer
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

extension AgainstMismatch {
    /// A schema of the document that does not compile, whose invalid keyword promises nothing; nil for one that does.
    static func invalid(
        _ pointer: JSONPointer, of document: SchemaDocument, at place: JSONPointer
    ) -> AgainstMismatch? {
        guard let fault = document.fault(at: pointer) else { return nil }
        let isHere = fault.document == document.uri.absoluteString
        return AgainstMismatch(
            .schema, .warning, "a schema of the document does not compile: \(fault.message)", at: place,
            in: isHere ? fault.pointer : pointer, subject: pointer.description)
    }
}

extension JSON {
    /// The compact text, shortened so that a large value does not drown a message.
    var excerpt: String {
        let text = text(.compact)
        return text.utf8.count <= 240 ? text : "\(text.prefix(200))… (\(text.utf8.count) bytes)"
    }
}
