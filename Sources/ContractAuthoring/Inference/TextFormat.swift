import JSONSchema

/// A format by which texts are recognised; hardly any text has it by chance.
struct TextFormat: Sendable {
    let name: String
    private let prefixes: [String]
    private let schema: Schema

    private init?(_ name: String, prefixes: [String] = []) {
        self.name = name
        self.prefixes = prefixes
        // A schema of one format compiles; should it not, the format is never recognised, and a test notices.
        do { schema = try Schema(["format": .string(name)], formats: .assert) } catch { return nil }
    }

    func matches(_ text: String) -> Bool {
        (prefixes.isEmpty || prefixes.contains(where: text.hasPrefix)) && schema.accepts(.string(text))
    }

    /// Whether a text begins with a date: `2026-10-02`, `2026-10-02T08:00:00Z`, `2026-10`.
    static func isDay(_ text: String) -> Bool {
        let parts = text.prefix { $0 != "T" }.split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.map(\.utf8.count) == [4, 2, 2].prefix(parts.count).map(\.self)
            && parts.allSatisfy { PathSegment.isNumber(String($0)) }
    }

    /// The formats, those that say more first.
    static let all: [TextFormat] = [
        TextFormat("date-time"), TextFormat("date"), TextFormat("uuid"),
        TextFormat("uri", prefixes: ["http://", "https://"]), TextFormat("email"),
    ].compactMap(\.self)
}
