import ContractFormat
import JSONSchema

package struct EndpointDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    /// The origin, where it is not the service's.
    package var origin: String?
    /// Argument name (`Naming.argument`) to its schema. One that accepts null may be left out of a call; one with
    /// `"format": "password"` is a secret.
    package var arguments: JSONObject = [:]
    package var request: RequestDraft
    /// At least one.
    package var responses: [ResponseDraft]
    /// Concrete calls; an endpoint needs one to be tried.
    package var cases: [CaseDraft]
}

/// The request of an endpoint, in the contract's language for values: a string is a template, an object a schema.
package struct RequestDraft: Sendable, Hashable {
    package enum Body: Sendable, Hashable {
        case none
        /// A JSON body whose strings are templates.
        case json(JSON)
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
    package var query: JSONObject = [:]
    package var headers: JSONObject = [:]
    package var allowedHeaders: [String] = []
    package var body: Body = .none
}

package struct ResponseDraft: Sendable, Hashable {
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
    package var content: String?
    /// `iso-8859-1` where the body's text is not UTF-8.
    package var charset: String?
    /// A fixed text before the body.
    package var prefix: String?
    package var headers: JSONObject = [:]
    package var body: Body = .any
    /// Pointer, with `*` for every element, to the name of the model made of what is there.
    package var models: JSONObject = [:]
}

package struct CaseDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    package var status: Int
    package var given: [ProviderState] = []
    /// Argument name to a value whose strings are templates; a secret is `{env:NAME}` (`Naming.variable`).
    package var arguments: JSONObject = [:]
}
