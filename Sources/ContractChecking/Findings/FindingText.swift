import JSONSchema

/// A text of a finding: words, and values of the data that may be long.
///
/// Values are shortened when the text is rendered, which is after secrets were taken out: a secret that is cut in two is
/// not recognised.
package struct FindingText: Sendable, Hashable, Codable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Sendable, Hashable {
        case text(String)
        /// A value that a message shortens.
        case excerpt(String)
    }

    private var parts: [Part]

    package init(_ text: String) { parts = [.text(text)] }

    package init(stringLiteral text: String) { self.init(text) }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// Reads a rendered text.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the rendered text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rendered())
    }

    /// A text that is nothing but a value, shortened where it is long.
    package static func excerpt(_ text: String) -> FindingText {
        var excerpt = FindingText("")
        excerpt.parts = [.excerpt(text)]
        return excerpt
    }

    package static func excerpt(_ json: JSON?) -> FindingText {
        json.map { excerpt($0.text(.compact)) } ?? "nothing"
    }

    /// A reflected property, `nil` told as such.
    static func excerpt(property value: Any) -> FindingText {
        Reflection.unwrapped(value) == nil ? "nil" : excerpt(Reflection.json(of: value))
    }

    /// Returns the text without secrets, and only then with its long values shortened.
    package func redacted(_ redacted: (String) -> String) -> FindingText {
        let text = parts.map { part in
            switch part {
            case .text(let text): text
            case .excerpt(let value): Excerpt.of(redacted(value))
            }
        }.joined()
        return FindingText(redacted(text))
    }

    /// The text with its long values shortened.
    package func rendered() -> String {
        if parts.count == 1, case .text(let text) = parts[0] { return text }
        return redacted { $0 }.rendered()
    }

    /// Collects the parts of a literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        package mutating func appendInterpolation<Value>(_ value: Value) { parts.append(.text("\(value)")) }

        package mutating func appendInterpolation(_ text: FindingText) { parts += text.parts }
    }
}

/// Shortens what stands in a message, so that a large body does not drown it.
package enum Excerpt {
    private static let limit = 160

    static func of(_ text: String) -> String {
        text.utf8.count <= limit ? text : "\(text.prefix(limit - 20))… (\(text.utf8.count) bytes)"
    }

    package static func of(_ json: JSON?) -> String { json.map { of($0.text(.compact)) } ?? "nothing" }
}
