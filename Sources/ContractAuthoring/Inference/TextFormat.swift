import JSONSchema

/// A format that texts are recognised by, where every sample has it: only such as hardly any text has by chance.
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

    /// The formats, those that say more first.
    static let all: [TextFormat] = [
        TextFormat("date-time"), TextFormat("date"), TextFormat("uuid"),
        TextFormat("uri", prefixes: ["http://", "https://"]), TextFormat("email"),
    ].compactMap(\.self)
}
