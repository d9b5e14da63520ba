import ContractFormat
import JSONSchema

/// A kind of call that an importer found.
package struct EndpointDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    /// The origin, where it is not the service's.
    package var origin: String?
    /// Argument name (`Naming.argument`) to its schema. One that accepts null may be left out of a call; one with
    /// `"format": "password"` is a secret.
    package var arguments: JSONObject
    package var request: RequestDraft
    /// At least one.
    package var responses: [ResponseDraft]
    /// Concrete calls; an endpoint needs one to be tried.
    package var cases: [CaseDraft]

    package init(
        name: String, summary: String? = nil, origin: String? = nil, arguments: JSONObject = [:],
        request: RequestDraft, responses: [ResponseDraft], cases: [CaseDraft]
    ) {
        self.name = name
        self.summary = summary
        self.origin = origin
        self.arguments = arguments
        self.request = request
        self.responses = responses
        self.cases = cases
    }
}

/// The request of an endpoint, in the contract's language for values: a string is a template, an object a schema.
package struct RequestDraft: Sendable, Hashable {
    package enum Body: Sendable, Hashable {
        case none
        /// A JSON body whose strings are templates.
        case json(JSON)
        /// A schema of the JSON body.
        case schema(JSON)
        /// The fields of `application/x-www-form-urlencoded`.
        case form(JSONObject)
        /// A body of another kind, by its key in the contract.
        case other(ContractKeys.Request, JSON)
    }

    package var method: String
    /// A template that begins with `/`.
    package var path: String
    /// Name to template, number, boolean, schema, or a list of these where the name is repeated.
    package var query: JSONObject
    package var headers: JSONObject
    package var allowedHeaders: [String]
    package var body: Body

    package init(
        method: String, path: String, query: JSONObject = [:], headers: JSONObject = [:],
        allowedHeaders: [String] = [], body: Body = .none
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.allowedHeaders = allowedHeaders
        self.body = body
    }
}

/// One shape of response.
package struct ResponseDraft: Sendable, Hashable {
    /// What is known of the body.
    package enum Body: Sendable, Hashable {
        case any
        case json(schema: JSON)
        /// A template or a schema of the text.
        case text(JSON)
        /// At least so many bytes.
        case bytes(minimumLength: Int)
        /// A stream of events, and the schema of each.
        case events(schema: JSON?)
    }

    /// `200`, `4XX` or `default`.
    package var key: String
    package var summary: String?
    /// A media type.
    package var content: String?
    /// `iso-8859-1` where the body's text is not UTF-8.
    package var charset: String?
    /// A fixed text before the body.
    package var prefix: String?
    package var headers: JSONObject
    package var body: Body
    /// Pointer, with `*` for every element, to the name of the model made of what is there.
    package var models: JSONObject

    package init(
        key: String, summary: String? = nil, content: String? = nil, charset: String? = nil, headers: JSONObject = [:],
        body: Body = .any, models: JSONObject = [:]
    ) {
        self.key = key
        self.summary = summary
        self.content = content
        self.charset = charset
        self.headers = headers
        self.body = body
        self.models = models
    }
}

/// One concrete call.
package struct CaseDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    package var status: Int
    package var given: [ProviderState] = []
    /// Argument name to a value whose strings are templates; a secret is `{env:NAME}` (`Naming.variable`).
    package var arguments: JSONObject

    package init(name: String, summary: String? = nil, status: Int, arguments: JSONObject = [:]) {
        self.name = name
        self.summary = summary
        self.status = status
        self.arguments = arguments
    }
}
