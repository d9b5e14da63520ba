import JSONSchema

extension OpenAPIDocument {
    /// A way to authenticate.
    package struct SecurityScheme: Sendable {
        package enum Kind: Sendable, Hashable {
            case apiKey(name: String, location: Parameter.Location)
            /// The `Authorization` header with a scheme such as `basic` or `bearer`, in lower case.
            case http(scheme: String)
            /// A token of OAuth 2 or OpenID Connect, sent as `Bearer`.
            case token
            case mutualTLS
        }

        package let name: String
        package let kind: Kind
        package let pointer: JSONPointer
    }

    /// Schemes that are all needed together; none of them where a call needs no authentication.
    package struct SecurityRequirement: Sendable {
        package let schemes: [SecurityScheme]
        package let pointer: JSONPointer
    }
}
