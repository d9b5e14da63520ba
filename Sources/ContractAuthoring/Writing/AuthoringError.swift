/// Why nothing was written, in words for the person who asked.
package struct AuthoringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected, what was found, where, and what to do; a line each where there are several.
    package let description: String

    package init(_ description: String) { self.description = description }
}
