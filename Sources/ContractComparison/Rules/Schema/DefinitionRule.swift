import JSONSchema

/// Definitions: each is compared where it stands, for all that refer to it.
enum DefinitionRule: SchemaRule {
    private static let keywords = ["$defs", "definitions"]

    static func claims(_ keyword: String) -> Bool { keywords.contains(keyword) }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        for keyword in keywords { compare(pair[keyword], &walk) }
    }

    static func compare(_ definitions: Pair, _ walk: inout SchemaWalk) {
        for (name, part) in definitions.members {
            if let old = part.old, let new = part.new {
                walk.addDefinition(old: old, new: new)
            } else {
                let isNew = part.new != nil
                walk.add(
                    Change(
                        isNew ? .definitionAdded : .definitionRemoved,
                        "definition '\(name)' is \(isNew ? "new" : "gone")",
                        .impact(.harmless), old: part.old, new: part.new,
                        theme: ChangeTheme(
                            pattern: "definition \(ChangeTheme.slot) is \(isNew ? "new" : "gone")", item: "'\(name)'",
                            plural: "definitions \(ChangeTheme.slot) are \(isNew ? "new" : "gone")")))
            }
        }
    }
}
