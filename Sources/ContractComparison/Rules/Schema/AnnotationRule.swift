import JSONSchema

/// Keywords that decide nothing. Prose is not told at all, the others are harmless.
enum AnnotationRule: SchemaRule {
    private static let prose: Set = ["title", "description", "$comment"]
    private static let told: Set = [
        "default", "deprecated", "examples", "readOnly", "writeOnly", "contentEncoding", "contentMediaType",
        "contentSchema", "$anchor",
    ]

    static func claims(_ keyword: String) -> Bool {
        prose.contains(keyword) || told.contains(keyword) || keyword.hasPrefix("x-")
    }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        for (key, part) in Pair(old: pair.old, new: pair.new).members
        where !part.isSame && claims(key) && !prose.contains(key) {
            walk.add(
                Change(
                    .annotation, "'\(key)' of \(pair.subject) changed", .impact(.harmless), old: part.old,
                    new: part.new,
                    theme: ChangeTheme(
                        pattern: "'\(key)' of \(ChangeTheme.slot) changed", item: pair.subject,
                        plural: "'\(key)' changed of \(ChangeTheme.slot)")))
        }
    }
}
