import JSONSchema

/// An invalid or unsupported part of a document.
package struct OpenAPIFault: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// Violates the OpenAPI specification.
        case invalid
        /// Valid, but not supported.
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

    /// The fault in the format of compilers: `file:line:column: message`.
    package var description: String { "\(place): \(message)" }
}
