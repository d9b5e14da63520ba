/// A text for a person: words, and values of the data that may be long.
///
/// Values are shortened when the text is rendered, and only after secrets were taken out: a secret that is cut in two is not
/// recognised. A cut takes a ``Redacted`` text, so that the other order does not compile.
package struct MessageText: Sendable, Hashable, Codable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Sendable, Hashable {
        case text(String)
        case excerpt(Excerpt)
    }

    /// A value that a message shortens.
    fileprivate struct Excerpt: Sendable, Hashable {
        let value: String
        /// The Unicode scalars of a value that is shown whole, at most.
        let limit: Int
        /// The Unicode scalars that are left of a longer one.
        let rest: Int
        /// Whether the value is a string, which is shown as JSON writes it.
        var isQuoted = false
        /// Whether the size of the whole value in bytes is shown.
        var showsSize = false

        func cut(_ redacted: Redacted) -> String {
            let text = redacted.text
            let isLong = text.unicodeScalars.count > limit
            let shown = isLong ? String(text.unicodeScalars.prefix(rest)) : text
            let size = isLong && showsSize ? " (\(text.utf8.count) bytes)" : ""
            return (isQuoted ? JSON.string(shown).text() : shown) + (isLong ? "…" : "") + size
        }
    }

    /// A text from which secrets were taken.
    fileprivate struct Redacted {
        let text: String

        init(_ text: String, by redact: (String) -> String) { self.text = redact(text) }
    }

    private var parts: [Part]

    package init(_ text: String) { parts = [.text(text)] }

    package init(stringLiteral text: String) { self.init(text) }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    private init(_ excerpt: Excerpt) { parts = [.excerpt(excerpt)] }

    /// Reads a rendered text.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the rendered text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rendered())
    }

    /// A text that is nothing but a value, shortened where it is long; in quotes where its blanks, or nothing, would not be seen.
    package static func excerpt(_ text: String, limit: Int = 160) -> MessageText {
        let isQuoted = text.isEmpty || text.hasPrefix(" ") || text.hasSuffix(" ")
        return MessageText(
            Excerpt(value: text, limit: limit, rest: limit - 20, isQuoted: isQuoted, showsSize: true))
    }

    package static func excerpt(_ json: JSON?) -> MessageText {
        json.map { excerpt($0.text(.compact)) } ?? "nothing"
    }

    /// A value within a sentence, shortened where it is long.
    package static func value(_ text: String) -> MessageText { MessageText(Excerpt(value: text, limit: 60, rest: 59)) }

    /// A string within a sentence as JSON writes it, shortened where it is long.
    package static func quoted(_ text: String) -> MessageText {
        MessageText(Excerpt(value: text, limit: 60, rest: 57, isQuoted: true))
    }

    /// Returns the text without secrets, and only then with its long values shortened.
    package func redacted(_ redact: (String) -> String) -> MessageText {
        let text = parts.map { part in
            switch part {
            case .text(let text): text
            case .excerpt(let excerpt): excerpt.cut(Redacted(excerpt.value, by: redact))
            }
        }.joined()
        return MessageText(redact(text))
    }

    /// The text with its long values shortened.
    package func rendered() -> String {
        if parts.count == 1, case .text(let text) = parts[0] { return text }
        return redacted { $0 }.rendered()
    }

    /// The bytes of the rendered text, about.
    package var byteCount: Int {
        parts.reduce(0) { count, part in
            switch part {
            case .text(let text): count + text.utf8.count
            case .excerpt(let excerpt): count + min(excerpt.value.utf8.count, 4 * excerpt.limit)
            }
        }
    }

    package static func joined(_ texts: [MessageText], by separator: String) -> MessageText {
        var joined = MessageText("")
        for (index, text) in texts.enumerated() { joined.parts += (index > 0 ? [.text(separator)] : []) + text.parts }
        return joined
    }

    /// Collects the parts of a literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        package mutating func appendInterpolation<Value>(_ value: Value) { parts.append(.text("\(value)")) }

        package mutating func appendInterpolation(_ text: MessageText) { parts += text.parts }
    }
}

extension DefaultStringInterpolation {
    /// A message becomes a string by ``MessageText/rendered()`` alone.
    @available(*, unavailable, message: "render the message, after secrets were taken out")
    package mutating func appendInterpolation(_ text: MessageText) {}
}
