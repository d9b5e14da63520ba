import JSONSchema

/// A string format that hardly any string matches by chance.
struct TextFormat: Sendable {
    let name: String
    private var prefixes: [String] = []

    func matches(_ text: String) -> Bool {
        (prefixes.isEmpty || prefixes.contains(where: text.hasPrefix))
            && StringFormat.named[name]?.matches(text) ?? false
    }

    /// Whether a string begins with a date, such as `2026-10-02`, `2026-10-02T08:00:00Z`, or `2026-10`.
    static func isDay(_ text: String) -> Bool {
        let parts = text.prefix { $0 != "T" }.split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.map(\.utf8.count) == [4, 2, 2].prefix(parts.count).map(\.self)
            && parts.allSatisfy { PathSegment.isNumber(String($0)) }
    }

    /// The formats, most specific first.
    static let all = [
        TextFormat(name: "date-time"), TextFormat(name: "date"), TextFormat(name: "uuid"),
        TextFormat(name: "uri", prefixes: ["http://", "https://"]), TextFormat(name: "email"),
    ]
}
