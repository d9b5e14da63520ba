package struct PactMismatch: Sendable, Hashable, CustomStringConvertible {
    package enum Part: String, Sendable { case method, path, query, header, status, body }

    package let part: Part
    /// The location in the part: a parameter or header field name, or an expression such as `$.animals[0].name`.
    package let place: String
    package let message: String

    package var description: String {
        place.isEmpty ? "\(part.rawValue): \(message)" : "\(part.rawValue) \(place): \(message)"
    }
}
