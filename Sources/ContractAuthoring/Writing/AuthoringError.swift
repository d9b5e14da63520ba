/// Why nothing was written, in words for the person who asked.
package struct AuthoringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expectation, the observation, the place and the remedy; a line each where there are several.
    package let description: String
    /// The contract that would have been written, where one came about.
    package let text: String?

    package init(_ description: String, text: String? = nil) {
        self.description = description
        self.text = text
    }
}
