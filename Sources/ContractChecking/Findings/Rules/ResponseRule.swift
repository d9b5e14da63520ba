/// An answer of a service, compared with `responses` in the contract.
package enum ResponseRule: String, RuleFamily {
    case status = "response.status"
    case contentType = "response.content-type"
    case header = "response.header"
    case charset = "response.charset"
    case prefix = "response.prefix"
    case body = "response.body"
    case schema = "response.schema"
    case duplicateKey = "response.duplicate-key"
    case text = "response.text"
    case bytes = "response.bytes"

    package var severity: Severity {
        switch self {
        case .duplicateKey: .warning
        case .status, .contentType, .header, .charset, .prefix, .body, .schema, .text, .bytes: .error
        }
    }

    package var explanation: Rule.Explanation {
        switch self {
        case .status:
            Rule.Explanation(
                summary: "The status is the one of the case, and the contract knows a response for it.",
                example: """
                    { "name": "known", "status": 200 }

                    error: the status is 404, not 200 [response.status]
                    """,
                remedy: """
                    If the service changed, change the case and record it again; if the service is broken, the finding has \
                    done its work.
                    """)
        case .contentType:
            Rule.Explanation(
                summary: "The header Content-Type names the contract's media type.",
                example: """
                    "200": { "content": "application/json" }

                    error: the content type differs [response.content-type]
                      expected   application/json
                      found      text/html
                    """,
                remedy: "Correct 'content'. Parameters do not take part, except a 'charset' that the contract gives.")
        case .header:
            Rule.Explanation(
                summary: "Each header that the contract asks for is there with its value.",
                example: """
                    "headers": { "X-RateLimit-Remaining": { "pattern": "^[0-9]+$" } }

                    error: the header 'X-RateLimit-Remaining' is missing [response.header]
                    """,
                remedy: "Ask only for headers that the client reads, and give a schema where the value varies.")
        case .charset:
            Rule.Explanation(
                summary: "The body's bytes are text in the contract's encoding.",
                example: """
                    "charset": "utf-8"

                    error: the body is not utf-8 text [response.charset]
                    """,
                remedy: "Set 'charset' to what the service sends ('iso-8859-1'), and read it so in the client too.")
        case .prefix:
            Rule.Explanation(
                summary: "The body starts with the contract's prefix.",
                example: """
                    "prefix": ")]}'\\n"

                    error: the body does not start with its prefix [response.prefix]
                    """,
                remedy: "Correct 'prefix', and what the client drops before it parses.")
        case .body:
            Rule.Explanation(
                summary: "A body with a schema is JSON (RFC 8259).",
                example: """
                    <html>Bad gateway</html>

                    error: the body is not JSON: 1:1: expected a value, found "<" [response.body]
                    """,
                remedy: "Describe a body that is not JSON with 'text' or 'bytes' in place of 'schema'.")
        case .schema:
            Rule.Explanation(
                summary: "The JSON body is what its schema says.",
                example: """
                    "price": { "type": "number" }

                    error: at '/price': expected number, found "12.50" [response.schema]
                    """,
                remedy: """
                    Where the service is right, correct the schema: the model's probes then follow it. Where it changed, this \
                    is the change that the client has to live with.
                    """)
        case .duplicateKey:
            Rule.Explanation(
                summary: "No object of the body has a key twice.",
                example: """
                    { "id": 1, "id": 2 }

                    warning: duplicate key "id", first at 1:3 [response.duplicate-key]
                    """,
                remedy: """
                    Tell the service: JSONSerialization keeps the last value and JSONDecoder the first, so two clients read \
                    two different answers.
                    """)
        case .text:
            Rule.Explanation(
                summary: "A body that is not JSON is the contract's text, or what its schema accepts.",
                example: """
                    "text": "pong"

                    error: the text of the body differs [response.text]
                    """,
                remedy: "Correct 'text', or give a schema such as { \"pattern\": \"^pong\" } where the text varies.")
        case .bytes:
            Rule.Explanation(
                summary: "A binary body begins with the contract's bytes and is long enough.",
                example: """
                    "bytes": { "prefix": "FFD8FF", "minLength": 128 }

                    error: the body starts with other bytes [response.bytes]
                      expected   FFD8FF
                      found      3C6874
                    """,
                remedy:
                    "Correct 'bytes'. A service that answers with a page in place of an image does so with status 200 too."
            )
        }
    }
}
