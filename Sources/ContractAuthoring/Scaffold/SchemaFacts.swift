import JSONSchema

extension SchemaFacts {
    init(keywords: JSONObject) {
        self.init([SchemaView.assumed(.object(keywords), in: SchemaDocument(root: true))])
    }

    var isNullable: Bool { types.contains(.null) }

    /// The values of `enum` and `const` except null, or `nil` if any value is allowed.
    var choices: [JSON]? { enumeration?.filter { !$0.isNull } }

    // MARK: - Lists

    var items: [SchemaView] { arrays.filter(\.prefix.isEmpty).compactMap(\.rest).filter { $0.json != true } }

    var prefixItems: [[SchemaView]] { arrays.map(\.prefix).filter { !$0.isEmpty } }

    var contained: [(schema: SchemaView, counts: Bounds)] {
        sources.compactMap { source in
            source.child("contains").map { schema in
                let least = source.json["minContains"]?.intValue ?? 1
                return (schema, Bounds(least: least, greatest: source.json["maxContains"]?.intValue))
            }
        }
    }

    // MARK: - Objects

    /// Members in schema order, each with all schemas that describe it.
    var properties: [(key: String, schemas: [SchemaView])] {
        let properties = objects.flatMap(\.properties)
        let schemas = Dictionary(grouping: properties, by: \.name).mapValues { $0.map(\.view) }
        return declaredNames.map { ($0, schemas[$0] ?? []) }
    }

    var limits: [(keys: [String], patterns: [String], schema: SchemaView)] {
        objects.compactMap { rule in
            guard let schema = rule.additional, schema.json != true, schema.json != [:] else { return nil }
            return (rule.properties.map(\.name), rule.patterns.map(\.name), schema)
        }
    }

    var patternProperties: [(name: String, view: SchemaView)] { objects.flatMap(\.patterns) }

    var propertyNames: [SchemaView] { sources.compactMap { $0.child("propertyNames") } }

    var dependentRequired: [(key: String, needs: [String])] {
        sources.flatMap { $0.json["dependentRequired"]?.objectValue ?? [:] }
            .map { ($0.key, ($0.value.arrayValue ?? []).compactMap(\.stringValue)) }
    }

    var dependentSchemas: [(name: String, view: SchemaView)] { sources.flatMap { $0.members("dependentSchemas") } }

    // MARK: - Combinations

    var not: [SchemaView] { sources.compactMap { $0.child("not") } }

    var conditions: [(test: SchemaView, then: SchemaView?, otherwise: SchemaView?)] {
        sources.compactMap { source in
            let (then, otherwise) = (source.child("then"), source.child("else"))
            guard let test = source.child("if"), then != nil || otherwise != nil else { return nil }
            return (test, then, otherwise)
        }
    }

    var hasCombinations: Bool { !(anyOf.isEmpty && oneOf.isEmpty && not.isEmpty && conditions.isEmpty) }

    /// The types of the alternatives, for a place without its own type.
    var alternativeTypes: [PlainType]? {
        (anyOf + oneOf).lazy.compactMap { $0.mapAll { SchemaFacts([$0]).plainTypes } }.first?.joined().distinct
    }

    // MARK: - All together

    var saysNothing: Bool {
        !isImpossible
            && sources.allSatisfy { source in
                source.json.objectValue?.allSatisfy { key, value in
                    SchemaView.annotations.contains(key) || key.hasPrefix("x-")
                        || ["$ref", "allOf", "$defs"].contains(key)
                        || ["items", "additionalProperties"].contains(key) && [true, [:]].contains(value)
                } ?? true
            }
    }

    var gaps: [String] {
        sources.flatMap { source -> [String] in
            var gaps: [String] = []
            if let reference = source.json["$ref"]?.stringValue, source.target == nil {
                gaps.append("'$ref' to \"\(reference)\", which is not in the contract file")
            }
            if let items = source.json["items"], items != true, source.json["prefixItems"]?[0] != nil {
                gaps.append("'items' after 'prefixItems'")
            }
            let keys = source.json.objectValue?.keys ?? []
            return gaps + keys.filter(Self.unsupported.contains).map { "'\($0)'" }
        } + formats.filter(HelperCode.undecided.contains).map { "the format '\($0)'" }
    }

    private static let unsupported: Set<String> = ["unevaluatedProperties", "unevaluatedItems", "$dynamicRef"]

    /// The accepted integers, from least to greatest, if an `Int` can hold them all.
    var integerRange: ClosedRange<Int>? {
        if let choices {
            let numbers = choices.compactMap(\.intValue)
            if let least = numbers.min(), let greatest = numbers.max() { return least...greatest }
        }
        let least = lowerBound.flatMap { Self.nearestInteger(to: $0, towards: 1) }
        let greatest = upperBound.flatMap { Self.nearestInteger(to: $0, towards: -1) }
        guard let least, let greatest, least <= greatest else { return nil }
        return least...greatest
    }

    private static func nearestInteger(to bound: Bound, towards step: Int) -> Int? {
        guard let whole = bound.value.intValue else {
            let isFraction = !bound.value.isInteger
            return isFraction ? Int(exactly: bound.value.doubleValue.rounded(step > 0 ? .up : .down)) : nil
        }
        let (next, overflows) = whole.addingReportingOverflow(bound.isExclusive ? step : 0)
        return overflows ? nil : next
    }
}

extension SchemaView {
    /// The schema with the same meaning: the target of a reference, the only part of an `allOf`, or the only
    /// alternative besides null.
    var simplified: SchemaView? {
        let keywords = (json.objectValue ?? [:]).keys.filter { !Self.annotations.contains($0) && !$0.hasPrefix("x-") }
        guard keywords.count == 1, let keyword = keywords.first else { return nil }
        if keyword == "$ref" { return target }
        let parts = ["allOf", "anyOf", "oneOf"].contains(keyword) ? children(keyword).filter { !$0.isNull } : []
        return parts.count == 1 ? parts[0] : nil
    }

    static let annotations: Set<String> = [
        "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment",
    ]

    /// Whether its values are objects with known members, possibly of several kinds.
    var describesObject: Bool { describesObject(depth: 4) }

    private func describesObject(depth: Int) -> Bool {
        let facts = SchemaFacts([self])
        guard depth > 0, facts.plainTypes ?? [.object] == [.object] else { return false }
        return !facts.properties.isEmpty
            || (facts.anyOf + facts.oneOf).contains { branches in
                branches.allSatisfy { $0.isNull || $0.describesObject(depth: depth - 1) }
            }
    }
}
