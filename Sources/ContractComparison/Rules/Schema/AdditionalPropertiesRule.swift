import JSONSchema

/// The rule for properties of an object that are not listed.
enum AdditionalPropertiesRule: SchemaRule {
    private static let keywords = ["additionalProperties", "unevaluatedProperties"]

    static func claims(_ keyword: String) -> Bool { keywords.contains(keyword) }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        for keyword in keywords {
            let part = pair[keyword]
            func add(_ rule: ComparisonRule, _ message: String, _ variance: Variance) {
                walk.add(
                    rule, "\(pair.subject) \(message)", variance, in: pair, old: part.old, new: part.new ?? pair.new,
                    expected: part.old == nil ? "any" : nil, found: part.new == nil ? "any" : nil)
            }
            switch (SchemaShape(part.old), SchemaShape(part.new)) {
            case (.anything, .anything), (.nothing, .nothing): break
            case (.some, .some): walk.descend(part, around: pair)
            case (.anything, .nothing), (.some, .nothing):
                add(.additionalPropertiesClosed, "may not have other properties any more", .narrowed)
            case (.anything, .some):
                add(.additionalPropertiesClosed, "may have only certain other properties now", .narrowed)
            case (.nothing, .anything), (.some, .anything):
                add(.additionalPropertiesOpened, "may have any other properties now", .widened)
            case (.nothing, .some):
                add(.additionalPropertiesOpened, "may have certain other properties now", .widened)
            }
        }
    }
}
