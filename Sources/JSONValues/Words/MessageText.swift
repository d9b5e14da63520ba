/// A message for people, whose embedded values may be long.
///
/// Rendering redacts secrets before it shortens values, because a truncated secret is not recognized. Shortening takes
/// a ``Redacted`` text, so the wrong order does not compile.
package struct MessageText: Sendable, Hashable, Codable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Sendable, Hashable {
        case text(String)
        case excerpt(Excerpt)
    }

    fileprivate struct Excerpt: Sendable, Hashable {
        let value: String
        /// The maximum number of Unicode scalars of a value shown whole.
        let limit: Int
        /// The number of Unicode scalars kept of a longer value.
        let rest: Int
        var isQuoted = false
        var showsSize = false
        /// A similar value shown beside this one: the part shown has their first difference.
        var counterpart: String?

        func cut(_ redacted: Redacted, beside other: Redacted?) -> String {
            let scalars = Array(redacted.text.unicodeScalars)
            let same = other.map { zip(scalars, $0.text.unicodeScalars).prefix { $0 == $1 }.count } ?? 0
            // Texts that differ only in their normalization look alike.
            let looksAlike = other.map { $0.text == redacted.text && same < scalars.count } ?? false
            func written(_ text: String) -> String {
                let text = isQuoted ? JSON.string(text).text() : text
                return looksAlike
                    ? text.unicodeScalars.map { $0.isASCII ? "\($0)" : $0.escaped(asASCII: true) }.joined() : text
            }
            guard scalars.count > limit else { return written(redacted.text) }
            let start = same < rest ? 0 : min(same - rest / 3, scalars.count - rest)
            let shown = scalars[start...].prefix(rest).reduce(into: "") { $0.unicodeScalars.append($1) }
            return (start > 0 ? "…" : "") + written(shown) + (start + rest < scalars.count ? "…" : "")
                + (showsSize ? " (\(redacted.text.utf8.count) bytes)" : "")
        }
    }

    fileprivate struct Redacted {
        let text: String

        init(_ text: String, by redact: (String) -> String) { self.text = redact(text) }
    }

    private var parts: [Part]

    package init(_ text: String) { parts = [.text(text)] }

    package init(stringLiteral text: String) { self.init(text) }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    private init(_ excerpt: Excerpt) { parts = [.excerpt(excerpt)] }

    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rendered())
    }

    /// Returns a message of one value, shortened if long, and quoted if it is empty or has outer spaces.
    package static func excerpt(_ text: String, limit: Int = 160) -> MessageText {
        let isQuoted = text.isEmpty || text.hasPrefix(" ") || text.hasSuffix(" ")
        return MessageText(
            Excerpt(value: text, limit: limit, rest: limit - 20, isQuoted: isQuoted, showsSize: true))
    }

    package static func excerpt(_ json: JSON?) -> MessageText {
        if let string = json?.stringValue {
            return MessageText(Excerpt(value: string, limit: 160, rest: 140, isQuoted: true, showsSize: true))
        }
        return json.map { excerpt($0.text(.compact)) } ?? "nothing"
    }

    package static func value(_ text: String) -> MessageText { MessageText(Excerpt(value: text, limit: 60, rest: 59)) }

    /// Returns a value for use in a sentence, as JSON, shortened if long.
    package static func value(_ json: JSON) -> MessageText {
        json.stringValue.map(quoted) ?? value(json.text(.compact))
    }

    /// Returns a string for use in a sentence, as JSON, shortened if long.
    package static func quoted(_ text: String) -> MessageText {
        MessageText(Excerpt(value: text, limit: 60, rest: 57, isQuoted: true))
    }

    package func redacted(_ redact: (String) -> String) -> MessageText {
        let text = parts.map { part in
            switch part {
            case .text(let text): text
            case .excerpt(let excerpt):
                excerpt.cut(
                    Redacted(excerpt.value, by: redact),
                    beside: excerpt.counterpart.map { Redacted($0, by: redact) })
            }
        }.joined()
        return MessageText(redact(text))
    }

    /// Returns two values that differ. If both are long, the part shown of each has the first difference.
    package static func contrasted(_ one: MessageText, _ other: MessageText) -> (MessageText, MessageText) {
        guard one.parts.count == 1, other.parts.count == 1, case .excerpt(var first) = one.parts[0],
            case .excerpt(var second) = other.parts[0]
        else { return (one, other) }
        (first.counterpart, second.counterpart) = (second.value, first.value)
        return (MessageText(first), MessageText(second))
    }

    package func rendered() -> String {
        if parts.count == 1, case .text(let text) = parts[0] { return text }
        return redacted { $0 }.rendered()
    }

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
    /// Unavailable, because a message must be rendered with ``MessageText/rendered()``.
    @available(*, unavailable, message: "render the message after redacting its secrets")
    package mutating func appendInterpolation(_ text: MessageText) {}
}
