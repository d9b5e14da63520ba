import JSONSchema

/// Keywords that hold one schema, a list of them by index, or several by name.
enum SubschemaRule: SchemaRule {
    private static let single = ["items", "contains", "propertyNames", "unevaluatedItems", "additionalItems", "not"]
    private static let keyed = ["patternProperties", "dependentSchemas"]

    static func claims(_ keyword: String) -> Bool {
        single.contains(keyword) || keyed.contains(keyword) || keyword == "prefixItems"
    }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        for keyword in single {
            let part = pair[keyword]
            if part.old?.value.arrayValue != nil || part.new?.value.arrayValue != nil {
                // The older form, a list by index, where the other one may not be a list.
                compareLists(part, pair, &walk)
            } else {
                walk.descend(part, around: pair, keyword == "not" ? .against : .along)
            }
        }
        for keyword in keyed {
            for (_, part) in pair[keyword].members { walk.descend(part, around: pair) }
        }
        compareLists(pair["prefixItems"], pair, &walk)
    }

    private static func compareLists(_ part: Pair, _ pair: SchemaPair, _ walk: inout SchemaWalk) {
        let (old, new) = (part.old?.list ?? [], part.new?.list ?? [])
        for index in 0..<max(old.count, new.count) {
            let element = Pair(
                old: index < old.count ? old[index] : nil, new: index < new.count ? new[index] : nil)
            walk.descend(element, around: pair)
        }
    }
}
