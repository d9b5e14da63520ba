import ContractFormat
import JSONSchema

package struct EndpointDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    /// The origin, if it is not the service's.
    package var origin: String?
    /// Schemas by argument name (`Naming.argument`). An argument that accepts null is optional, and one with
    /// `"format": "password"` is a secret.
    package var arguments: JSONObject = [:]
    package var request: RequestDraft
    /// At least one.
    package var responses: [ResponseDraft]
    /// Concrete calls. An endpoint without one cannot be tried.
    package var cases: [CaseDraft]
}

/// The request of an endpoint, in the contract's value language: strings are templates, and objects are schemas.
package struct RequestDraft: Sendable, Hashable {
    package enum Body: Sendable, Hashable {
        case none
        /// A JSON body whose strings are templates.
        case json(JSON)
        case schema(JSON)
        case form(JSONObject)
        /// A body of another kind, by its key in the contract.
        case other(ContractKeys.Request, JSON)
    }

    package var method: String
    /// A template that begins with `/`.
    package var path: String
    /// Template, number, Boolean, schema, or a list of these for a repeated name.
    package var query: JSONObject = [:]
    package var headers: JSONObject = [:]
    package var allowedHeaders: [String] = []
    package var body: Body = .none
}

package struct ResponseDraft: Sendable, Hashable {
    package enum Body: Sendable, Hashable {
        case any
        case json(schema: JSON)
        case text(JSON)
        case bytes(minimumLength: Int)
        case events(schema: JSON?)
    }

    /// `200`, `4XX` or `default`.
    package var key: String
    package var summary: String?
    package var content: String?
    /// `iso-8859-1` if the body is not UTF-8.
    package var charset: String?
    /// A fixed text before the body.
    package var prefix: String?
    package var headers: JSONObject = [:]
    package var body: Body = .any
    /// Model names by pointer, with `*` for every element.
    package var models: JSONObject = [:]
}

package struct CaseDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    package var status: Int
    package var given: [ProviderState] = []
    /// Values whose strings are templates, by argument name. A secret is `{env:NAME}` (`Naming.variable`).
    package var arguments: JSONObject = [:]
}
