import JSONSchema

/// A part of a document that violates the specification or is not supported.
package struct OpenAPIFault: Error, Sendable, Hashable, CustomStringConvertible {
    package let message: String
    package let place: Place

    package init(_ message: String, at place: Place) {
        self.message = message
        self.place = place
    }

    /// The fault in the format of compilers: `file:line:column: message`.
    package var description: String { "\(place): \(message)" }
}
