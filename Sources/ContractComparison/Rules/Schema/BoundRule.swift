import JSONSchema

/// Numeric bounds of numbers, lengths and counts.
enum BoundRule: SchemaRule {
    static func claims(_ keyword: String) -> Bool { keywords.contains(keyword) }

    private static let keywords: Set = [
        "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
        "minProperties", "maxProperties", "minContains", "maxContains",
    ]

    private struct Bound: Equatable {
        let value: JSONNumber
        let isExclusive: Bool
        let spot: Spot?

        static func == (lhs: Bound, rhs: Bound) -> Bool {
            lhs.value == rhs.value && lhs.isExclusive == rhs.isExclusive
        }
    }

    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk) {
        for (plain, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
            let isLower = plain == "minimum"
            compare(
                plain, bound(pair.old, plain, exclusive, isLower), bound(pair.new, plain, exclusive, isLower),
                isLower: isLower, pair, &walk)
        }
        for (keyword, least) in [("minLength", 0), ("minItems", 0), ("minProperties", 0), ("minContains", 1)] {
            compare(keyword, least: least, pair, &walk)
        }
        for keyword in ["maxLength", "maxItems", "maxProperties", "maxContains"] {
            compare(keyword, least: nil, pair, &walk)
        }
    }

    /// A count with the value that it has where it is not given; no upper bound has one.
    private static func compare(
        _ keyword: String, least: Int?, _ pair: SchemaPair, _ walk: inout SchemaWalk
    ) {
        func bound(_ schema: Spot) -> Bound? {
            let spot = schema[keyword]
            return (spot?.value.numberValue ?? least.map { JSONNumber($0) }).map {
                Bound(value: $0, isExclusive: false, spot: spot)
            }
        }
        compare(keyword, bound(pair.old), bound(pair.new), isLower: least != nil, pair, &walk)
    }

    private static func compare(
        _ keyword: String, _ old: Bound?, _ new: Bound?, isLower: Bool, _ pair: SchemaPair, _ walk: inout SchemaWalk
    ) {
        if old == new { return }
        let isTighter: Bool =
            switch (old, new) {
            case (nil, _): true
            case (_, nil): false
            case (let old?, let new?):
                // At one value the exclusive bound is the tighter one.
                old.value == new.value ? new.isExclusive : isLower ? old.value < new.value : new.value < old.value
            }
        let change = (isLower ? "raised" : "lowered", isLower ? "lowered" : "raised")
        walk.add(
            isTighter ? .boundTightened : .boundLoosened,
            "'\(keyword)' of \(pair.subject) is \(isTighter ? change.0 : change.1)",
            isTighter ? .narrowed : .widened, in: pair, old: old?.spot, new: new?.spot ?? pair.new,
            expected: text(old), found: text(new))
    }

    private static func bound(_ schema: Spot, _ plain: String, _ exclusive: String, _ isLower: Bool) -> Bound? {
        func bound(_ keyword: String, isExclusive: Bool) -> Bound? {
            schema[keyword].flatMap { spot in
                spot.value.numberValue.map { Bound(value: $0, isExclusive: isExclusive, spot: spot) }
            }
        }
        guard let open = bound(exclusive, isExclusive: true) else { return bound(plain, isExclusive: false) }
        guard let closed = bound(plain, isExclusive: false) else { return open }
        let isClosedTighter = isLower ? open.value < closed.value : closed.value < open.value
        return isClosedTighter ? closed : open
    }

    private static func text(_ bound: Bound?) -> String {
        guard let bound else { return "no bound" }
        return bound.value.text + (bound.isExclusive ? " (exclusive)" : "")
    }
}
