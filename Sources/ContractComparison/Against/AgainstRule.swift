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

extension AgainstRule {
    package var explanation: Rule.Explanation {
        let (summary, example, remedy) = texts
        return Rule.Explanation(summary: summary, example: example, remedy: remedy)
    }

    private var texts: (summary: String, example: String, remedy: String) {
        switch self {
        case .missingEndpoint:
            (
                "The document has no path that the endpoint's path fits.",
                "contract  GET /v1/pets/{id}\ndocument  GET /v2/pets/{petId}",
                "Correct the path, or name the document that describes it; the path of a server counts as its start."
            )
        case .method:
            (
                "The document has the path, but not with this method.",
                "contract  PUT /pets/{id}\ndocument  PATCH /pets/{petId}",
                "Send the method that the document lists."
            )
        case .origin:
            (
                "The contract's origin is none of the servers that the document lists.",
                "contract  https://api.example.org\ndocument  https://api.example.com/v1",
                "Correct the origin, or have the server added to the document."
            )
        case .deprecated:
            (
                "The document says that the operation is deprecated.", "\"deprecated\": true",
                "Move to the operation that replaces it before it is gone."
            )
        case .missingParameter:
            (
                "The request sends a query parameter or a header that the document does not name.",
                "contract  \"query\": { \"pageSize\": 20 }\ndocument  the parameter 'limit'",
                "Send the parameter by the document's name, or leave it out; a query name that nobody knows is ignored."
            )
        case .requiredParameter:
            (
                "The document requires a parameter that the request does not send, or not always.",
                "contract  \"query\": {}\ndocument  { \"name\": \"state\", \"in\": \"query\", \"required\": true }",
                "Send the parameter in every request: an argument that accepts null may be left out."
            )
        case .parameter:
            (
                "The request may send a parameter's value that the document does not allow.",
                "contract  \"limit\": { \"type\": \"integer\" }\ndocument  \"limit\": { \"type\": \"integer\", \"maximum\": 100 }",
                "Narrow the argument's schema in the contract, so that the builder has to refuse such values."
            )
        case .security:
            (
                "The request meets none of the ways to authenticate that the document asks for.",
                "contract  \"headers\": {}\ndocument  { \"type\": \"apiKey\", \"in\": \"header\", \"name\": \"X-Key\" }",
                "Send the credential as an argument with \"format\": \"password\"."
            )
        case .body:
            (
                "The request's body, or its media type, is not what the document accepts.",
                "contract  \"body\": { \"title\": \"{title}\" }\ndocument  \"required\": [\"title\", \"owner\"]",
                "Send what the document asks for, or narrow the arguments that the body is filled with."
            )
        case .status:
            (
                "The contract expects a status that the document does not list.",
                "contract  \"responses\": { \"201\": … }\ndocument  \"responses\": { \"200\": … }",
                "Expect the status that the document lists, or have it added to the document."
            )
        case .unexpectedStatus:
            (
                "The document lists a status for which the contract has no response.",
                "contract  \"responses\": { \"200\": … }\ndocument  \"responses\": { \"200\": …, \"202\": … }",
                "Add the response to the contract, with a case that tells what the client does with it."
            )
        case .content:
            (
                "The contract expects a media type that the document does not offer for this status.",
                "contract  \"content\": \"application/json\"\ndocument  \"content\": { \"application/xml\": … }",
                "Expect a media type that the document offers, and ask for it with 'Accept'."
            )
        case .response:
            (
                "The document allows a response that the contract refuses; the finding shows one.",
                "contract  \"name\": { \"type\": \"string\" }\ndocument  \"name\": { \"type\": \"string\", \"nullable\": true }",
                "Accept in the contract what the document allows, and have the model read it; or have the document narrowed."
            )
        case .responseHeader:
            (
                "The contract expects a response header that the document does not promise.",
                "contract  \"headers\": { \"ETag\": … }\ndocument  no header 'ETag', or one that is not required",
                "Do without the header, or have the document require it."
            )
        case .undeclared:
            (
                "The contract reads a property that the document does not name.",
                "contract  \"nickname\": { \"type\": \"string\" }\ndocument  \"properties\": { \"name\": … }",
                "Nothing promises what the property holds: have it added to the document, or do not read it."
            )
        case .schema:
            (
                "A schema of the document does not compile, so that nothing holds what the contract expects to it.",
                "document  \"pattern\": \"[\"",
                "Correct the schema in the document, or have it corrected; 'contracts validate' tells its faults, too."
            )
        case .undecided:
            (
                "It could not be decided whether the document keeps what the contract expects.",
                "contract  \"pattern\": \"^(?!x)\"\ndocument  \"pattern\": \"^[a-w]\"",
                "Look at both places; a contract that says the same as the document in the same words can be decided."
            )
        }
    }
}

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

extension AgainstMismatch {
    /// A schema of the document that does not compile, so that it promises nothing; nil for one that does.
    static func broken(
        _ pointer: JSONPointer, of document: SchemaDocument, at place: JSONPointer
    ) -> AgainstMismatch? {
        guard let fault = document.fault(at: pointer) else { return nil }
        let isHere = fault.document == document.uri.absoluteString
        return AgainstMismatch(
            .schema, .error, "a schema of the document does not compile: \(fault.message)", at: place,
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
