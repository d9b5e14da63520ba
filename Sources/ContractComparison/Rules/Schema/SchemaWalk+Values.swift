import ContractChecking
import JSONSchema

// Keywords that contain no schemas. The prover decides how a change affects the accepted values.
extension SchemaWalk {
    private enum BoundKind {
        case least, most, step, other

        var isNumber: Bool { self == .least || self == .most }

        /// The phrases for a tighter and a looser bound.
        var phrases: (tighter: String, looser: String)? {
            switch self {
            case .least: ("is raised", "is lowered")
            case .most: ("is lowered", "is raised")
            case .step: ("is coarser", "is finer")
            case .other: nil
            }
        }
    }

    /// Keywords that bound a value together.
    private static let bounds: [(keywords: [String], kind: BoundKind)] = [
        (["minimum", "exclusiveMinimum"], .least), (["maximum", "exclusiveMaximum"], .most), (["minLength"], .least),
        (["minItems"], .least), (["minProperties"], .least), (["minContains"], .least), (["maxLength"], .most),
        (["maxItems"], .most), (["maxProperties"], .most), (["maxContains"], .most), (["pattern"], .other),
        (["format"], .other), (["multipleOf"], .step), (["uniqueItems"], .other),
    ]

    static let valueKeywords = Set(bounds.flatMap(\.keywords) + ["required", "type", "enum", "const", "$ref"])

    mutating func compareBounds(_ pair: SchemaPair) {
        for (keywords, kind) in Self.bounds {
            func located(_ schema: LocatedValue) -> LocatedValue? {
                // `"uniqueItems": false` has no effect.
                keywords.lazy.compactMap { schema[$0] }.first { $0.value != false }
            }
            let part = ValuePair(old: located(pair.old), new: located(pair.new))
            if keywords.allSatisfy({ pair[$0].isSame }) || part.old == nil && part.new == nil { continue }
            let isFormat = keywords == ["format"]
            if isFormat, [part.old?.value, part.new?.value].contains("password") {
                compareSecrecy(part, of: pair.subject)
                continue
            }
            let variance =
                isFormat
                ? Variance(ofConstraint: part)
                : Variance(from: Self.schema(pair.old, keywords), to: Self.schema(pair.new, keywords))
            func text(_ schema: LocatedValue) -> String {
                let texts = keywords.compactMap { keyword in
                    schema[keyword].map {
                        Excerpt.of($0.value) + (keyword.hasPrefix("exclusive") ? " (exclusive)" : "")
                    }
                }
                return texts.isEmpty ? kind.isNumber ? "no bound" : "nothing" : texts.joined(separator: ", ")
            }
            let isWorded = kind.isNumber || !part.isOneSided
            let (rule, words): (ComparisonRule, String?)
            switch variance {
            case .same: continue
            case .narrowed: (rule, words) = (.boundTightened, kind.phrases?.tighter)
            case .widened: (rule, words) = (.boundLoosened, kind.phrases?.looser)
            case .changed: (rule, words) = (.boundChanged, nil)
            }
            add(
                rule, "'\(keywords[0])' of \(pair.subject) \(isWorded ? words ?? part.verb : part.verb)", variance,
                in: pair, ValuePair(old: part.old, new: part.new ?? pair.new), expected: text(pair.old),
                found: text(pair.new))
        }
    }

    private static func schema(_ schema: LocatedValue, _ keywords: [String]) -> JSON {
        switch keywords {
        // The prover cannot count contained elements, so array lengths replace them.
        case ["minContains"]: ["minItems": schema.value["minContains"] ?? 1]
        case ["maxContains"]: schema.value["maxContains"].map { ["maxItems": $0] } ?? true
        default: .object(JSONObject(keywords.compactMap { key in schema.value[key].map { (key, $0) } }))
        }
    }

    private mutating func compareSecrecy(_ part: ValuePair, of subject: String) {
        let message =
            part.new?.value == "password"
            ? "\(subject) is a secret now: it comes from the environment, and recordings redact it"
            : "\(subject) is no longer a secret: recordings contain its value"
        add(Change(.argumentSecrecyChanged, message, .impact(.client(.risky)), part))
    }

    // MARK: - Types

    mutating func compareTypes(_ pair: SchemaPair) {
        let part = pair["type"]
        let values = ValuePair(old: part.old ?? pair.old, new: part.new ?? pair.new)
        func text(_ located: LocatedValue?) -> String {
            located.map { $0.list.map(\.value.plainText).joined(separator: " or ") } ?? "any type"
        }
        var (old, new) = (Self.types(part.old), Self.types(part.new))
        if part.old != nil, part.new != nil {
            let (wasNullable, isNullable) = (old.remove("null") != nil, new.remove("null") != nil)
            if wasNullable != isNullable {
                addNull(isAllowed: isNullable, in: pair, values, expected: text(part.old), found: text(part.new))
            }
        }
        let (rule, change): (ComparisonRule, String)
        let variance = Variance(isNarrower: new.isSubset(of: old), isWider: old.isSubset(of: new))
        switch variance {
        case .same: return
        case .widened: (rule, change) = (.typeWidened, "may have more types now")
        case .narrowed: (rule, change) = (.typeNarrowed, "may have fewer types now")
        case .changed: (rule, change) = (.typeChanged, "has a different type now")
        }
        add(
            rule, "\(pair.subject) \(change)", variance, in: pair, values, expected: text(part.old),
            found: text(part.new))
    }

    mutating func addNull(
        isAllowed: Bool, in pair: SchemaPair, _ part: ValuePair, expected: String? = nil, found: String? = nil
    ) {
        add(
            isAllowed ? .becameNullable : .noLongerNullable,
            "\(pair.subject) may \(isAllowed ? "be null now" : "no longer be null")",
            isAllowed ? .widened : .narrowed, in: pair, part, expected: expected, found: found)
    }

    /// Returns the allowed types. `number` stands for integers and fractions.
    private static func types(_ located: LocatedValue?) -> Set<String> {
        guard let located else { return ["null", "boolean", "integer", "fraction", "string", "array", "object"] }
        return Set(located.list.map(\.value.plainText).flatMap { $0 == "number" ? ["integer", "fraction"] : [$0] })
    }

    // MARK: - Listed values

    /// Compares the values of `enum`. `const` counts as an enum of one value.
    mutating func compareChoices(_ pair: SchemaPair) {
        switch (Self.choices(pair.old), Self.choices(pair.new)) {
        case (nil, nil): break
        case (let old?, nil):
            add(
                .enumValueAdded, "\(pair.subject) may have any value now", .widened, in: pair,
                ValuePair(old: old.list, new: nil), found: "any value")
        case (nil, let new?):
            add(
                .enumValueRemoved, "\(pair.subject) may have only listed values now", .narrowed, in: pair,
                ValuePair(old: nil, new: new.list), expected: "any value")
        case (let old?, let new?):
            let (before, after) = (Set(old.values.map(\.value)), Set(new.values.map(\.value)))
            for value in new.values where !before.contains(value.value) {
                let theme = ChangeTheme("\(pair.subject) may be \(ChangeTheme.slot) now", Excerpt.of(value.value))
                add(.enumValueAdded, theme.message, .widened, in: pair, ValuePair(old: nil, new: value), theme: theme)
            }
            for value in old.values where !after.contains(value.value) {
                let theme = ChangeTheme(
                    "\(pair.subject) may not be \(ChangeTheme.slot) any more", Excerpt.of(value.value))
                let part = ValuePair(old: value, new: nil)
                add(.enumValueRemoved, theme.message, .narrowed, in: pair, part, theme: theme)
            }
        }
    }

    /// Returns the allowed values and their locations. If a schema has both keywords, both must allow a value.
    private static func choices(_ schema: LocatedValue) -> (list: LocatedValue, values: [LocatedValue])? {
        switch (schema["const"], schema["enum"]) {
        case (nil, nil): nil
        case (let const?, nil): (const, [const])
        case (nil, let list?): (list, list.elements)
        case (let const?, let list?): (const, list.elements.contains { $0.value == const.value } ? [const] : [])
        }
    }
}
