import JSONSchema

/// A string format that hardly any string matches by chance.
struct TextFormat: Sendable {
    let name: String
    private let prefixes: [String]
    private let schema: Schema

    private init?(_ name: String, prefixes: [String] = []) {
        self.name = name
        self.prefixes = prefixes
        // A schema of one known format compiles. If it did not, the format would never match and a test would fail.
        do { schema = try Schema(["format": .string(name)], formats: .assert) } catch { return nil }
    }

    func matches(_ text: String) -> Bool {
        (prefixes.isEmpty || prefixes.contains(where: text.hasPrefix)) && schema.accepts(.string(text))
    }

    /// Whether a string begins with a date, such as `2026-10-02`, `2026-10-02T08:00:00Z`, or `2026-10`.
    static func isDay(_ text: String) -> Bool {
        let parts = text.prefix { $0 != "T" }.split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.map(\.utf8.count) == [4, 2, 2].prefix(parts.count).map(\.self)
            && parts.allSatisfy { PathSegment.isNumber(String($0)) }
    }

    /// The formats, most specific first.
    static let all: [TextFormat] = [
        TextFormat("date-time"), TextFormat("date"), TextFormat("uuid"),
        TextFormat("uri", prefixes: ["http://", "https://"]), TextFormat("email"),
    ].compactMap(\.self)
}
