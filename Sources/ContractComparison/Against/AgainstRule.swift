import ContractChecking

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
    case undecided = "against.undecided"
}
