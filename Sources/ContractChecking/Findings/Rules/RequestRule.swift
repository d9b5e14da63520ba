/// A request that a builder makes, compared with `request` in the contract.
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

    package var explanation: Rule.Explanation {
        switch self {
        case .url:
            Rule.Explanation(
                summary: "The request has a URL, without a user and without a fragment.",
                example: """
                    URL(string: "https://api.example.com/cards#\\(number)")

                    error: the URL carries a fragment, which never belongs to a request [request.url]
                    """,
                remedy: "Leave user and fragment out; percent-encode a '#' or '@' that belongs to a value.")
        case .method:
            Rule.Explanation(
                summary: "The method is the contract's.",
                example: """
                    var request = URLRequest(url: url)      // "method": "POST"

                    error: the method is GET, not POST [request.method]
                    """,
                remedy: "Set 'httpMethod', or correct 'method' in the contract.")
        case .origin:
            Rule.Explanation(
                summary: "The request goes to the origin of the endpoint: the same scheme, host and port.",
                example: """
                    URL(string: "http://api.example.com/v1/books")

                    error: the request goes to http://api.example.com, not to https://api.example.com [request.origin]
                    """,
                remedy: """
                    Build the URL on the contract's 'origin'. For a test server keep the production origin and send it there \
                    with --origin FROM=TO.
                    """)
        case .path:
            Rule.Explanation(
                summary: "The path is the contract's, with each argument percent-encoded within its segment.",
                example: """
                    "/v1/notes/\\(id)"                       // id is "a/b"

                    error: the path differs; probe: id is a slash [request.path]
                      expected   /v1/notes/a%2Fb
                      found      /v1/notes/a/b
                    """,
                remedy: "Percent-encode the argument with the unreserved characters of RFC 3986 as the only ones kept.")
        case .query:
            Rule.Explanation(
                summary: """
                    The query holds each pair of the contract as often as it stands there, and no other; their order does not \
                    matter.
                    """,
                example: """
                    [URLQueryItem(name: "tags", value: tag)]  // "query": { "tag": "{tag}" }

                    error: the query 'tags' is not in the contract; did you mean 'tag'? [request.query]
                    """,
                remedy: """
                    Correct the name or the encoding: '&', '=' and '+' of a value must be escaped ('URLQueryItem' leaves '+' as \
                    it is, which servers read as a space). A pair that may be absent is an argument whose schema accepts null.
                    """)
        case .header:
            Rule.Explanation(
                summary:
                    "Each header of the contract is there with its value, and no header that the contract does not allow.",
                example: """
                    "headers": { "Accept": "application/json" }

                    error: the header 'Accept' is missing [request.header]
                    """,
                remedy: """
                    Set the header. One that the builder adds for good reason is named in 'allowedHeaders'; an 'Accept' that \
                    admits the responses' types, the body's own 'Content-Type' and 'Content-Length', and 'User-Agent' need no \
                    entry. A value with a line break is refused, stripped or left out, never sent.
                    """)
        case .body:
            Rule.Explanation(
                summary:
                    "The body is the contract's: JSON and text by value, a form by its fields, multipart by its parts, XML by structure, GraphQL by tokens, bytes, or none.",
                example: """
                    #"{"name":"\\(name)"}"#                   // name is a quotation mark

                    error: the body is not JSON: 1:11: expected "," or "}", found '"' [request.body]
                    """,
                remedy: "Encode the body with JSONEncoder or JSONSerialization instead of by interpolation.")
        case .timeout:
            Rule.Explanation(
                summary:
                    "The request gives up after the contract's number of seconds, and building it comes to an end.",
                example: """
                    URLRequest(url: url)                     // "timeout": 5

                    error: the timeout is 60 s, not 5 s [request.timeout]
                    """,
                remedy: """
                    Set 'timeoutInterval'. Where the message says that the code does not end, the builder itself hangs on the \
                    argument that it names.
                    """)
        case .unstable:
            Rule.Explanation(
                summary: "The same arguments give the same request each time.",
                example: """
                    request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Nonce")

                    error: two calls with the same arguments build different requests [request.unstable]
                    """,
                remedy: "Take the time, the random number or the counter as an argument.")
        case .argument:
            Rule.Explanation(
                summary: "The binding asks for arguments that the endpoint has, as types that hold their values.",
                example: """
                    try NotesAPI.search(text: arguments["txt"])  // "arguments": { "text": … }

                    error: the binding asks for the argument 'txt', which the contract does not have; did you mean \
                    'text'? [request.argument]
                    """,
                remedy: """
                    Correct the name in the binding, or declare the argument under 'arguments'. One that a call may leave out is \
                    read as an optional; one whose schema allows more than a type holds gets bounds, or a wider type.
                    """)
        case .refused:
            Rule.Explanation(
                summary: "The builder takes every argument that its schema accepts.",
                example: """
                    guard text.allSatisfy(\\.isASCII) else { throw SearchError.invalid }

                    error: the builder refuses a value of 'text' that the contract accepts [request.refused]
                    """,
                remedy:
                    "Build the request, or narrow the argument's schema and say under 'rejects' what the builder throws."
            )
        case .secretLeak:
            Rule.Explanation(
                summary: "The error that a builder throws never holds a secret argument.",
                example: """
                    throw LoginError.invalid("password \\(password) is too short")

                    error: the builder's error, or what it carries, holds the secret 'password' [request.secret-leak]
                    """,
                remedy: "Say what is wrong with the value without the value: errors end in logs.")
        }
    }
}
