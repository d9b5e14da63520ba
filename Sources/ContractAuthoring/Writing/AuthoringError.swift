/// The reason why nothing was written, for the user.
package struct AuthoringError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
    /// The contract that would have been written, if there is one.
    package let text: String?

    package init(_ description: String, text: String? = nil) {
        self.description = description
        self.text = text
    }
}
