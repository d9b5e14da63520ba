import ContractChecking
import ContractOpenAPI
import JSONSchema

/// The rules of `contracts against`. Raw values are the names in findings.
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

struct AgainstMismatch {
    let rule: AgainstRule
    let severity: Severity
    let message: String
    let expected: String?
    let found: String?
    let contract: JSONPointer
    let document: JSONPointer
    /// Distinguishes mismatches of one rule at one place. Contains no observed value.
    let subject: String

    init(
        _ rule: AgainstRule, _ severity: Severity, _ message: String, expected: String? = nil,
        found: String? = nil, at contract: JSONPointer, in document: JSONPointer, subject: String = ""
    ) {
        (self.rule, self.severity, self.message) = (rule, severity, message)
        (self.expected, self.found, self.contract) = (expected, found, contract)
        (self.document, self.subject) = (document, subject)
    }

    init(
        _ rule: AgainstRule, _ severity: Severity, _ message: String, _ violation: Violation, found: String,
        at contract: JSONPointer, in document: JSONPointer? = nil, subject: String? = nil
    ) {
        self.init(
            rule, severity, "\(message)\(violation.instancePointer.phrase): \(violation.message)",
            expected: violation.expectation, found: found, at: contract, in: document ?? violation.schemaPointer,
            subject: subject ?? violation.instancePointer.description)
    }

    init(
        undecided question: String, because reason: String, at contract: JSONPointer, in document: JSONPointer,
        subject: String
    ) {
        self.init(
            .undecided, .info, "whether \(question) could not be decided: \(reason)", at: contract, in: document,
            subject: subject)
    }

    /// Creates the mismatch for an invalid schema of the document, or returns `nil` if the schema compiles.
    init?(invalid pointer: JSONPointer, of document: SchemaDocument, at place: JSONPointer) {
        guard let fault = document.fault(at: pointer) else { return nil }
        let isHere = fault.document == document.uri.absoluteString
        self.init(
            .schema, .warning, "a schema of the document does not compile: \(fault.message)", at: place,
            in: isHere ? fault.pointer : pointer, subject: pointer.description)
    }

    static func unlisted(
        _ status: String, _ severity: Severity, at place: JSONPointer, _ operation: OpenAPIDocument.Operation
    ) -> AgainstMismatch {
        AgainstMismatch(
            .status, severity, "the document does not list the expected status \(status)", expected: status,
            found: operation.responses.map(\.status.description).listed, at: place,
            in: operation.pointer.appending("responses"), subject: status)
    }

    static func noBody(
        expected: String = "a body", at place: JSONPointer, _ response: OpenAPIDocument.Response
    ) -> AgainstMismatch {
        AgainstMismatch(
            .response, .error, "the document promises no body in a response of status \(response.status)",
            expected: expected, found: "none", at: place, in: response.pointer, subject: "body")
    }

    static func notOffered(
        _ mediaType: String?, at place: JSONPointer, _ response: OpenAPIDocument.Response
    ) -> AgainstMismatch {
        AgainstMismatch(
            .content, .error, "the document does not offer the expected media type", expected: mediaType,
            found: response.content.map(\.mediaType).listed, at: place, in: response.pointer, subject: "media type")
    }
}

extension Violation {
    var expectation: String { expected ?? message }
}

extension [String] {
    var listed: String { isEmpty ? "none" : joined(separator: ", ") }
}

extension JSONPointer {
    var phrase: String { tokens.isEmpty ? "" : " at '\(self)'" }
}

extension OpenAPIDocument.Content {
    func covers(_ mediaType: String) -> Bool { mediaType.isMediaType(within: self.mediaType) }
}

extension String {
    func isMediaType(within range: String) -> Bool {
        self == range || range == "*/*" || range.hasSuffix("/*") && hasPrefix(range.dropLast(1))
    }
}
