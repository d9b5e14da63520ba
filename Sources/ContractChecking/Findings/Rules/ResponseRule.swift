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
        case .link:
            Rule.Explanation(
                summary: "The links of the header Link (RFC 8288) are those that the contract asks for.",
                example: """
                    "Link": { "relations": { "next": { "pattern": "[?&]page=2$" } } }

                    error: there is no link of relation 'next' [response.link]
                    """,
                remedy: """
                    Give "optional": true to a relation that some responses lack, as the last page has no next one. A target is \
                    compared as it was written and as a whole URL.
                    """)
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
                remedy: """
                    Describe a body that is not JSON with 'text', 'xml', 'bytes' or 'events' in place of 'schema', and one that must \
                    not be there with 'empty'.
                    """)
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
        case .event:
            Rule.Explanation(
                summary: "Each event of a stream holds JSON, or is the one that ends it.",
                example: """
                    "events": { "format": "sse", "schema": { "type": "object" } }

                    error: at '/3': the event is not JSON: 1:1: expected a value, found "[" [response.event]
                    """,
                remedy: """
                    Name what ends the stream with "end": "[DONE]", and say "data": "text" where events hold plain text. What \
                    an event breaks of its schema is told as response.schema.
                    """)
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
