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

extension JSON {
    /// The schema of an optional argument: it also accepts null.
    var orNull: JSON {
        guard var members = objectValue, !members.isEmpty else { return self }
        let types = members["type"].map { $0.arrayValue ?? [$0] } ?? []
        let others = ["$ref", "const", "anyOf", "oneOf", "allOf", "not", "if"]
        if types.isEmpty || others.contains(where: { members[$0] != nil }) {
            return ["anyOf": [self, ["type": "null"]]]
        }
        if !types.contains("null") { members["type"] = .array(types + ["null"]) }
        if let choices = members["enum"]?.arrayValue, !choices.contains(.null) {
            members["enum"] = .array(choices + [.null])
        }
        return .object(members)
    }
}

/// The request of an endpoint, in the contract's value language: strings are templates, and objects are schemas.
package struct RequestDraft: Sendable, Hashable {
    package var method: String
    /// A template that begins with `/`.
    package var path: String
    /// Template, number, Boolean, schema, or a list of these for a repeated name.
    package var query: JSONObject = [:]
    package var headers: JSONObject = [:]
    package var allowedHeaders: [String] = []
    /// The body by its key. Empty if there is none.
    package var body: [ContractKeys.Request: JSON] = [:]
}

package struct ResponseDraft: Sendable, Hashable {
    /// `200`, `4XX` or `default`.
    package var key: String
    package var summary: String?
    package var content: String?
    /// `iso-8859-1` if the body is not UTF-8.
    package var charset: String?
    /// A fixed text before the body.
    package var prefix: String?
    package var headers: JSONObject = [:]
    /// The expectation of the body by its key. Empty if any body is valid.
    package var body: [ContractKeys.Response: JSON] = [:]
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
