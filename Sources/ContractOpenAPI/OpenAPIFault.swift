import JSONSchema

/// One thing in a document that is wrong, or that is right and not understood here.
package struct OpenAPIFault: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// It breaks the OpenAPI specification.
        case invalid
        /// It is valid, and nothing here can make use of it.
        case unsupported
    }

    package let kind: Kind
    package let message: String
    package let place: Place

    package init(_ kind: Kind, _ message: String, at place: Place) {
        self.kind = kind
        self.message = message
        self.place = place
    }

    /// `file:line:column: message`, as compilers print it.
    package var description: String { "\(place): \(message)" }
}
