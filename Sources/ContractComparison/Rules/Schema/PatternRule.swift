import JSONSchema

/// `pattern`, `format`, `multipleOf` and `uniqueItems`: bounds that are no numbers on a scale.
enum PatternRule: SchemaRule {
    static func claims(_ keyword: String) -> Bool {
        ["pattern", "format", "multipleOf", "uniqueItems"].contains(keyword)
    }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        for keyword in ["pattern", "format", "multipleOf", "uniqueItems"] {
            let part = pair[keyword]
            if part.isSame { continue }
            if keyword == "format", [part.old?.value, part.new?.value].contains("password") {
                SecretRule.compare(part, pair.subject, &walk)
                continue
            }
            let (old, new) = (decisive(part.old), decisive(part.new))
            let name = "'\(keyword)' of \(pair.subject)"
            switch (old, new) {
            case (nil, nil): break
            case (nil, .some):
                walk.add(.boundTightened, "\(name) is new", .narrowed, in: pair, old: nil, new: part.new)
            case (.some, nil):
                walk.add(
                    .boundLoosened, "\(name) is gone", .widened, in: pair, old: part.old, new: part.new ?? pair.new,
                    found: "nothing")
            case (let old?, let new?):
                if keyword == "multipleOf", isMultiple(new.value, of: old.value) {
                    walk.add(.boundTightened, "\(name) is coarser", .narrowed, in: pair, old: old, new: new)
                } else if keyword == "multipleOf", isMultiple(old.value, of: new.value) {
                    walk.add(.boundLoosened, "\(name) is finer", .widened, in: pair, old: old, new: new)
                } else {
                    walk.add(.boundChanged, "\(name) changed", .changed, in: pair, old: old, new: new)
                }
            }
        }
    }

    /// `"uniqueItems": false` decides nothing.
    private static func decisive(_ spot: Spot?) -> Spot? { spot?.value == false ? nil : spot }

    private static func isMultiple(_ number: JSON, of divisor: JSON) -> Bool {
        do { return try Schema(["multipleOf": divisor]).accepts(number) } catch {
            return false  // A divisor that is no positive number: reading the contract told it.
        }
    }
}
