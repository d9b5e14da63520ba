package enum ClientRule: String, RuleFamily {
    case hang = "client.hang"
    case threw = "client.threw"
    case returned = "client.returned"
    case returns = "client.returns"
    case wrongError = "client.wrong-error"
    case message = "client.message"
    case request = "client.request"
    case flow = "client.flow"
    case retryAfter = "client.retry-after"
    case idempotency = "client.idempotency"
    case headerCase = "client.header-case"
    case replyOrder = "client.reply-order"
    case secretLeak = "client.secret-leak"
}

package enum RejectsRule: String, RuleFamily {
    case built = "rejects.built"
    case wrongError = "rejects.wrong-error"
    case message = "rejects.message"
}

package enum FaultsRule: String, RuleFamily {
    case hang = "faults.hang"
    case returned = "faults.returned"
    case wrongError = "faults.wrong-error"
    case wrongValue = "faults.wrong-value"
}

package enum ScenarioRule: String, RuleFamily {
    case capture = "scenario.capture"
}

/// A built request, compared with `request` in the contract.
package enum RequestRule: String, RuleFamily {
    case url = "request.url"
    case method = "request.method"
    case origin = "request.origin"
    case path = "request.path"
    case query = "request.query"
    case header = "request.header"
    case body = "request.body"
    case timeout = "request.timeout"
    case unstable = "request.unstable"
    case argument = "request.argument"
    case refused = "request.refused"
    case secretLeak = "request.secret-leak"
}

/// A response, compared with `responses` in the contract.
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
