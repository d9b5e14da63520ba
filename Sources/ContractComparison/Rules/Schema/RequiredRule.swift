import JSONSchema

/// Properties that became required or optional; for those that are new or gone, their own rule says it.
enum RequiredRule: SchemaRule {
    static func claims(_ keyword: String) -> Bool { keyword == "required" }

    static func names(_ schema: Spot) -> Set<String> {
        Set((schema.value["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        let (old, new) = (names(pair.old), names(pair.new))
        let properties = pair["properties"]
        for entry in pair.new["required"]?.elements ?? [] {
            guard let name = entry.value.stringValue, !old.contains(name) else { continue }
            let property = properties[name]
            if property.new != nil, property.old == nil { continue }
            walk.add(
                .propertyBecameRequired, "\(subject(name, pair)) is required now", .narrowed, in: pair,
                old: property.old, new: entry, expected: "optional", found: "required")
        }
        for entry in pair.old["required"]?.elements ?? [] {
            guard let name = entry.value.stringValue, !new.contains(name) else { continue }
            let property = properties[name]
            if property.old != nil, property.new == nil { continue }
            walk.add(
                .propertyBecameOptional, "\(subject(name, pair)) is not required any more", .widened, in: pair,
                old: entry, new: property.new, expected: "required", found: "optional")
        }
    }

    private static func subject(_ name: String, _ pair: SchemaPair) -> String {
        Subject.text(of: pair.new.location.appending(["properties", name]))
    }
}
