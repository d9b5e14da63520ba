import JSONSchema

/// The schemas of `anyOf`, `oneOf` and `allOf`; equal ones stand for each other whatever their order.
enum AlternativeRule: SchemaRule {
    private static let keywords = ["anyOf", "oneOf", "allOf"]

    static func claims(_ keyword: String) -> Bool { keywords.contains(keyword) }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        for keyword in keywords {
            let part = pair[keyword]
            switch (part.old, part.new) {
            case (nil, nil): break
            case (nil, .some), (.some, nil): walk.descend(part, around: pair)
            case (let old?, let new?): compare(keyword, old.elements, new.elements, pair, &walk)
            }
        }
    }

    private static func compare(
        _ keyword: String, _ old: [Spot], _ new: [Spot], _ pair: SchemaPair, _ walk: inout SchemaWalk
    ) {
        var waiting = Dictionary(grouping: new, by: \.value).mapValues { $0[...] }
        var removed: [Spot] = []
        for branch in old {
            if let same = waiting[branch.value]?.popFirst() {
                // The target of a reference may have changed.
                walk.descend(Pair(old: branch, new: same), around: pair)
            } else {
                removed.append(branch)
            }
        }
        let left = Set(waiting.values.joined().map(\.location))
        let added = new.filter { left.contains($0.location) }
        if removed.count == added.count {
            for (old, new) in zip(removed, added) { walk.descend(Pair(old: old, new: new), around: pair) }
            return
        }
        for branch in added { tell(keyword, old: nil, new: branch, pair, &walk) }
        for branch in removed { tell(keyword, old: branch, new: nil, pair, &walk) }
    }

    private static func tell(
        _ keyword: String, old: Spot?, new: Spot?, _ pair: SchemaPair, _ walk: inout SchemaWalk
    ) {
        let isAdded = new != nil
        if keyword == "allOf" {
            walk.add(
                isAdded ? .constraintAdded : .constraintRemoved,
                "\(pair.subject) must meet one schema \(isAdded ? "more" : "fewer") now",
                isAdded ? .narrowed : .widened, in: pair, old: old, new: new)
        } else if (old ?? new)?.value == ["type": "null"] {
            walk.add(
                isAdded ? .becameNullable : .noLongerNullable,
                "\(pair.subject) may \(isAdded ? "be null now" : "not be null any more")",
                isAdded ? .widened : .narrowed, in: pair, old: old, new: new)
        } else {
            walk.add(
                isAdded ? .alternativeAdded : .alternativeRemoved,
                "\(pair.subject) may take one form \(isAdded ? "more" : "fewer") now",
                isAdded ? .widened : .narrowed, in: pair, old: old, new: new)
        }
    }
}
