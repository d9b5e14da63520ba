/// An answer of a service, compared with `responses` in the contract.
package enum ResponseRule: String, RuleFamily {
    case status = "response.status"
    case contentType = "response.content-type"
    case header = "response.header"
    case link = "response.link"
    case charset = "response.charset"
    case prefix = "response.prefix"
    case body = "response.body"
    case schema = "response.schema"
    case duplicateKey = "response.duplicate-key"
    case text = "response.text"
    case bytes = "response.bytes"
    case event = "response.event"

    package var severity: Severity {
        switch self {
        case .duplicateKey: .warning
        case .status, .contentType, .header, .link, .charset, .prefix, .body, .schema, .text, .bytes, .event: .error
        }
    }
}
