import JSONSchema

extension SchemaWalk {
    // MARK: - Objects

    mutating func compareProperties(_ pair: SchemaPair) {
        let (oldRequired, newRequired) = (Self.required(pair.old), Self.required(pair.new))
        for (name, property) in pair["properties"].members {
            switch (property.old, property.new) {
            case (nil, let new?):
                let isRequired = newRequired.contains(name)
                let rest = Self.rest(of: pair.old, for: name)
                // A closed object did not allow the property before. An open one allowed any value for it.
                let variance = Variance(isNarrower: rest?.value != false, isWider: !isRequired)
                addProperty(
                    .propertyAdded, new, isRequired ? "new and required" : "new, not required", variance,
                    isMild: isRequired && oldRequired.contains(name), in: pair, property)
                descend(ValuePair(old: rest, new: new), aroundTyped: rest, pair)
            case (let old?, nil):
                let wasRequired = oldRequired.contains(name)
                let isDropped = wasRequired && !newRequired.contains(name)
                let rest = Self.rest(of: pair.new, for: name)
                let isClosed = rest?.value == false
                addProperty(
                    .propertyRemoved, old, wasRequired ? "gone; it was required" : "gone; it was not required",
                    isClosed ? isDropped ? .changed : .narrowed : .widened, isMild: !isClosed && !isDropped,
                    in: pair, property)
                descend(ValuePair(old: old, new: rest), aroundTyped: rest, pair)
            case (_, _): descend(property, around: pair)
            }
        }
    }

    /// Compares a property of one revision with the schema that the other has for all others, if it is a real one.
    private mutating func descend(_ part: ValuePair, aroundTyped rest: LocatedValue?, _ pair: SchemaPair) {
        if case .some = SchemaShape(rest) { descend(part, around: pair) }
    }

    private mutating func addProperty(
        _ rule: ComparisonRule, _ located: LocatedValue, _ state: String, _ variance: Variance, isMild: Bool,
        in pair: SchemaPair, _ part: ValuePair
    ) {
        let theme = Subject.member(at: located.location).map { item, owner in
            ChangeTheme("\(ChangeTheme.slot) of \(owner) are \(state.replacing("it was", with: "they were"))", item)
        }
        add(
            rule, "\(Subject.text(of: located.location)) is \(state)", variance, isMild: isMild, in: pair, part,
            theme: theme)
    }

    /// Reports properties that became required or optional. New and removed properties have their own findings.
    mutating func compareRequired(_ pair: SchemaPair) {
        let properties = pair["properties"]
        for (name, entry) in pair["required"].oneSidedElements(by: { $0.value.stringValue ?? "" }) {
            let property = properties[name]
            let subject = Subject.text(of: pair.new.location.appending(["properties", name]))
            if entry.old == nil, property.new == nil || property.old != nil {
                add(
                    .propertyBecameRequired, "\(subject) is required now", .narrowed, in: pair,
                    ValuePair(old: property.old, new: entry.new), expected: "optional", found: "required")
            } else if entry.new == nil, property.old == nil || property.new != nil {
                add(
                    .propertyBecameOptional, "\(subject) is no longer required", .widened, in: pair,
                    ValuePair(old: entry.old, new: property.new), expected: "required", found: "optional")
            }
        }
    }

    private static func required(_ schema: LocatedValue) -> Set<String> {
        Set((schema.value["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    }

    /// Returns the schema for members without one of their own, or `nil` for a name that matches a pattern.
    private static func rest(of schema: LocatedValue, for name: String? = nil) -> LocatedValue? {
        if let name, let patterns = schema.value["patternProperties"]?.objectValue?.keys,
            patterns.contains(where: { KeywordCheck.isFound($0, in: name) })
        {
            return nil
        }
        return schema["additionalProperties"] ?? schema["unevaluatedProperties"]
    }

    mutating func compareOtherProperties(_ pair: SchemaPair) {
        for part in [pair["additionalProperties"], pair["unevaluatedProperties"]] {
            let (isOpened, properties): (Bool, String)
            switch (SchemaShape(part.old), SchemaShape(part.new)) {
            case (.anything, .anything), (.nothing, .nothing): continue
            case (.some, .some):
                descend(part, around: pair)
                continue
            case (_, .nothing): (isOpened, properties) = (false, "may no longer have other properties")
            case (.anything, .some): (isOpened, properties) = (false, "may have only certain other properties now")
            case (_, .anything): (isOpened, properties) = (true, "may have any other properties now")
            case (.nothing, .some): (isOpened, properties) = (true, "may have certain other properties now")
            }
            add(
                isOpened ? .additionalPropertiesOpened : .additionalPropertiesClosed, "\(pair.subject) \(properties)",
                isOpened ? .widened : .narrowed, in: pair, ValuePair(old: part.old, new: part.new ?? pair.new),
                expected: part.old == nil ? "any" : nil, found: part.new == nil ? "any" : nil)
        }
    }

    // MARK: - Single schemas, and lists of them

    mutating func compareSubschemas(_ pair: SchemaPair) {
        for keyword in ["items", "contains", "propertyNames", "unevaluatedItems", "additionalItems", "not"] {
            let part = pair[keyword]
            if keyword == "not", part.isOneSided {
                let isNew = part.old == nil
                add(
                    isNew ? .constraintAdded : .constraintRemoved,
                    "\(pair.subject) \(isNew ? "must not match a schema now" : "may match every schema now")",
                    isNew ? .narrowed : .widened, in: pair, part)
            } else if part.old?.value.arrayValue != nil || part.new?.value.arrayValue != nil {
                // The `items` array of older drafts. The other revision may have a single schema.
                for element in part.list { descend(element, around: pair) }
            } else {
                // More elements match a wider `contains`, so `maxContains` refuses more arrays.
                let isCounted = keyword == "contains" && (pair.old["maxContains"] ?? pair.new["maxContains"]) != nil
                descend(part, around: pair, keyword == "not" ? .against : isCounted ? .either : .along)
            }
        }
        for (_, part) in pair["dependentSchemas"].members { descend(part, around: pair) }
        // Without a schema of its own, a member or element has the one for the rest.
        for (_, part) in pair["patternProperties"].members {
            let (old, new) = (part.old ?? Self.rest(of: pair.old), part.new ?? Self.rest(of: pair.new))
            descend(ValuePair(old: old, new: new), around: pair)
        }
        for part in pair["prefixItems"].list {
            let (old, new) = (part.old ?? pair.old["items"], part.new ?? pair.new["items"])
            descend(ValuePair(old: old, new: new), around: pair)
        }
    }

    mutating func compareConditions(_ pair: SchemaPair) {
        let condition = pair["if"]
        if !condition.isSame {
            add(.schema, "the condition of \(pair.subject) changed", .changed, isMild: true, in: pair, condition)
        } else if condition.new != nil {
            descend(condition, around: pair, .either)
            for part in [pair["then"], pair["else"]] { descend(part, around: pair) }
        }
    }

    // MARK: - Combinations

    /// Compares `anyOf`, `oneOf` and `allOf`. Equal branches are matched regardless of their order.
    mutating func compareCombinations(_ pair: SchemaPair) {
        for keyword in ["anyOf", "oneOf", "allOf"] {
            let part = pair[keyword]
            guard let old = part.old?.elements, let new = part.new?.elements else {
                if part.isOneSided { descend(part, around: pair) }
                continue
            }
            var waiting = Dictionary(grouping: new, by: \.value).mapValues { $0[...] }
            var removed: [LocatedValue] = []
            for branch in old {
                if let same = waiting[branch.value]?.popFirst() {
                    descend(ValuePair(old: branch, new: same), around: pair)
                } else {
                    removed.append(branch)
                }
            }
            let left = Set(waiting.values.joined().map(\.location))
            let added = new.filter { left.contains($0.location) }
            if removed.count == added.count {
                for (old, new) in zip(removed, added) { descend(ValuePair(old: old, new: new), around: pair) }
                continue
            }
            for branch in added { addBranch(keyword, ValuePair(old: nil, new: branch), in: pair) }
            for branch in removed { addBranch(keyword, ValuePair(old: branch, new: nil), in: pair) }
        }
    }

    private mutating func addBranch(_ keyword: String, _ branch: ValuePair, in pair: SchemaPair) {
        let isAdded = branch.old == nil
        let count = isAdded ? "more" : "fewer"
        if keyword == "allOf" {
            add(
                isAdded ? .constraintAdded : .constraintRemoved, "\(pair.subject) must match one schema \(count) now",
                isAdded ? .narrowed : .widened, in: pair, branch)
        } else if (branch.old ?? branch.new)?.value == ["type": "null"] {
            addNull(isAllowed: isAdded, in: pair, branch)
        } else {
            add(
                isAdded ? .alternativeAdded : .alternativeRemoved, "\(pair.subject) may have one form \(count) now",
                isAdded ? .widened : .narrowed, in: pair, branch)
        }
    }
}
