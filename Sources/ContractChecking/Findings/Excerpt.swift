import JSONSchema

/// Shortens what stands in a message, so that a large body does not drown it.
package enum Excerpt {
    static let limit = 160

    /// Takes the secrets of a run out of a text: before it is cut, since one that is cut in two is not recognised.
    ///
    /// A type of its own: an optimised build of Swift 6.3 crashes where a task-local value is a function.
    struct Censor: Sendable {
        let redacted: @Sendable (String) -> String
    }

    @TaskLocal static var censor: Censor?

    static func of(_ text: String) -> String {
        let text = censor?.redacted(text) ?? text
        return text.utf8.count <= limit
            ? text : "\(text.prefix(limit - 20))… (\(text.utf8.count) bytes)"
    }

    package static func of(_ json: JSON?) -> String { json.map { of($0.text(.compact)) } ?? "nothing" }

    /// A reflected property, `nil` told as such.
    static func ofProperty(_ value: Any) -> String {
        Reflection.unwrapped(value) == nil ? "nil" : of(Reflection.json(of: value))
    }
}
