/// An error that only the harness can have, told so that a person knows what to do.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong and what to do about it.
    public let message: String

    /// Makes an error.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
