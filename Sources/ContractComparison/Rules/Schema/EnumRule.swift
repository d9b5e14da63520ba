import ContractChecking
import JSONSchema

/// The values of `enum`; `const` is an enum of one.
enum EnumRule: SchemaRule {
    static func claims(_ keyword: String) -> Bool { keyword == "enum" || keyword == "const" }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        switch (values(pair.old), values(pair.new)) {
        case (nil, nil): break
        case (let old?, nil):
            walk.add(
                .enumValueAdded, "\(pair.subject) may have any value now", .widened, in: pair, old: old.list, new: nil,
                found: "any value")
        case (nil, let new?):
            walk.add(
                .enumValueRemoved, "\(pair.subject) may have only listed values now", .narrowed, in: pair, old: nil,
                new: new.list, expected: "any value")
        case (let old?, let new?):
            let (before, after) = (Set(old.values.map(\.value)), Set(new.values.map(\.value)))
            for value in new.values where !before.contains(value.value) {
                walk.add(
                    .enumValueAdded, "\(pair.subject) may be \(Excerpt.of(value.value)) now", .widened, in: pair,
                    old: nil, new: value, theme: theme("\(pair.subject) may be \(ChangeTheme.slot) now", value))
            }
            for value in old.values where !after.contains(value.value) {
                walk.add(
                    .enumValueRemoved, "\(pair.subject) may not be \(Excerpt.of(value.value)) any more", .narrowed,
                    in: pair, old: value, new: nil,
                    theme: theme("\(pair.subject) may not be \(ChangeTheme.slot) any more", value))
            }
        }
    }

    private static func theme(_ pattern: String, _ value: Spot) -> ChangeTheme {
        ChangeTheme(pattern: pattern, item: Excerpt.of(value.value), plural: pattern)
    }

    /// The values that are allowed, each where it stands; where a schema has both keywords, those that both allow.
    private static func values(_ schema: Spot) -> (list: Spot, values: [Spot])? {
        switch (schema["const"], schema["enum"]) {
        case (nil, nil): nil
        case (let const?, nil): (const, [const])
        case (nil, let list?): (list, list.elements)
        case (let const?, let list?): (const, list.elements.contains { $0.value == const.value } ? [const] : [])
        }
    }
}
