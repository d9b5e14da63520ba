import JSONSchema

extension OpenAPIDocument {
    package struct SecurityScheme: Sendable {
        package enum Kind: Sendable, Hashable {
            case apiKey(name: String, location: Parameter.Location)
            /// The `Authorization` header field with a scheme such as `basic` or `bearer`, in lower case.
            case http(scheme: String)
            /// A token of OAuth 2 or OpenID Connect, sent as `Bearer`.
            case token
            case mutualTLS
        }

        package let name: String
        package let kind: Kind
        package let pointer: JSONPointer
    }

    /// Schemes that a call needs together. Empty if a call needs no authentication.
    package struct SecurityRequirement: Sendable {
        package let schemes: [SecurityScheme]
        package let pointer: JSONPointer
    }
}
