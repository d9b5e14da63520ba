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

        init?(name: String, reading reference: DocumentCursor) {
            guard let node = reference.resolved, let type = node.required("type") else { return nil }
            switch type {
            case "apiKey":
                guard let key = node.required("name"), let place = node.required("in") else { return nil }
                guard let location = Parameter.Location(rawValue: place), location != .path else {
                    node.context.fault(
                        "'\(place)' is not an API key location: expected query, header or cookie",
                        at: node.pointer.appending("in"))
                    return nil
                }
                kind = .apiKey(name: key, location: location)
            case "http":
                guard let scheme = node.required("scheme") else { return nil }
                kind = .http(scheme: scheme.lowercased())
            case "oauth2", "openIdConnect": kind = .token
            case "mutualTLS": kind = .mutualTLS
            default:
                node.context.fault(
                    "'\(type)' is not a security scheme type: expected apiKey, http, oauth2, openIdConnect or mutualTLS",
                    at: node.pointer.appending("type"))
                return nil
            }
            self.name = name
            self.pointer = node.pointer
        }
    }

    /// Schemes that a call needs together. Empty if a call needs no authentication.
    package struct SecurityRequirement: Sendable {
        package let schemes: [SecurityScheme]
        package let pointer: JSONPointer

        /// Reads the alternatives of a `security` list, or returns `nil` without a list. Reports and skips an alternative
        /// with an undefined scheme.
        static func all(_ node: DocumentCursor?) -> [Self]? {
            guard let node else { return nil }
            return node.elements().compactMap { element in
                var schemes: [SecurityScheme] = []
                for (name, member) in element.members() {
                    guard let scheme = node.context.securitySchemes[name] else {
                        node.context.fault("there is no security scheme '\(name)'", at: member.pointer)
                        return nil
                    }
                    schemes.append(scheme)
                }
                return Self(schemes: schemes, pointer: element.pointer)
            }
        }
    }
}
