import JSONSchema

/// What a schema asks of one place, keyword by keyword, references and `allOf` folded in.
struct SchemaFacts {
    enum PlainType: String, CaseIterable {
        case string, integer, number, boolean, array, object
    }

    /// The types besides null; `nil` where the schema names none.
    private(set) var types: [PlainType]?
    let isNullable: Bool
    /// The values of `enum` and `const`, null left out; `nil` where any will do.
    private(set) var choices: [JSON]?

    private(set) var minimum: JSONNumber?
    private(set) var maximum: JSONNumber?
    private(set) var exclusiveMinimum: JSONNumber?
    private(set) var exclusiveMaximum: JSONNumber?
    private(set) var steps: [JSONNumber] = []

    private(set) var lengths = Bounds()
    private(set) var patterns: [String] = []
    private(set) var formats: [String] = []

    private(set) var items: [JSON] = []
    private(set) var prefixItems: [[JSON]] = []
    private(set) var itemCounts = Bounds()
    private(set) var hasUniqueItems = false
    private(set) var contained: [(schema: JSON, counts: Bounds)] = []

    /// Members in the order of the schema, each with all schemas that speak of it.
    private(set) var properties: [(key: String, schemas: [JSON])] = []
    private(set) var required: [String] = []
    private(set) var memberCounts = Bounds()
    /// Of each schema that limits other members: the keys and patterns it knows, and what it says of the rest.
    private(set) var additional: [(keys: [String], patterns: [String], schema: JSON)] = []
    private(set) var patternProperties: [(pattern: String, schema: JSON)] = []
    private(set) var propertyNames: [JSON] = []
    private(set) var dependentRequired: [(key: String, needs: [String])] = []
    private(set) var dependentSchemas: [(key: String, schema: JSON)] = []

    private(set) var anyOf: [[JSON]] = []
    private(set) var oneOf: [[JSON]] = []
    private(set) var not: [JSON] = []
    private(set) var conditions: [(test: JSON, then: JSON?, otherwise: JSON?)] = []
    /// What no value satisfies: the schema `false`.
    private(set) var isImpossible = false
    /// Keywords that cannot be told in Swift.
    private(set) var gaps: [String] = []

    /// A least and a greatest count.
    struct Bounds {
        var least = 0
        var greatest: Int?

        mutating func tighten(_ least: Int?, _ greatest: Int?) {
            self.least = max(self.least, least ?? 0)
            if let greatest { self.greatest = min(self.greatest ?? greatest, greatest) }
        }

        var isOpen: Bool { least == 0 && greatest == nil }
    }

    /// Collects what schemas say that hold at one place together.
    init(_ schemas: [JSON], _ local: LocalSchemas, depth: Int = 0) {
        isNullable = schemas.allSatisfy { local.allowsNull($0) }
        for schema in schemas {
            if schema == false { isImpossible = true }
            for part in local.parts(of: schema) { add(part, local, depth) }
        }
    }

    private mutating func add(_ part: JSONObject, _ local: LocalSchemas, _ depth: Int) {
        if let reference = part["$ref"]?.stringValue, local.target(of: reference) == nil {
            gaps.append("'$ref' to \"\(reference)\", which is not in the contract's own text")
        }
        addTypes(part)
        addChoices(part)
        addNumbers(part)
        addTexts(part)
        addArrays(part)
        addObjects(part)
        addCombinations(part, local, depth)
        for key in part.keys where Self.unsupported.contains(key) { gaps.append("'\(key)'") }
    }

    private static let unsupported: Set<String> = ["unevaluatedProperties", "unevaluatedItems", "$dynamicRef"]

    private mutating func addTypes(_ part: JSONObject) {
        guard let type = part["type"] else { return }
        let names = (type.arrayValue ?? [type]).compactMap(\.stringValue)
        restrict(to: names.compactMap(PlainType.init))
    }

    private mutating func restrict(to allowed: [PlainType]) {
        guard let known = types else {
            types = allowed
            return
        }
        // An integer is a number: the narrower one holds.
        types = known.compactMap { type in
            if allowed.contains(type) { return type }
            if type == .number, allowed.contains(.integer) { return .integer }
            return type == .integer && allowed.contains(.number) ? .integer : nil
        }
    }

    private mutating func addChoices(_ part: JSONObject) {
        for values in [part["enum"]?.arrayValue, part["const"].map { [$0] }].compactMap(\.self) {
            let present = values.filter { !$0.isNull }
            choices = choices.map { known in known.filter(present.contains) } ?? present
            let named = present.compactMap { value -> PlainType? in
                value.numberValue == nil ? PlainType(rawValue: value.typeName) : .number
            }
            // An enumeration names its types by its values.
            if types == nil { types = named.distinct }
        }
    }

    private mutating func addNumbers(_ part: JSONObject) {
        if let bound = part["minimum"]?.numberValue { minimum = minimum.map { max($0, bound) } ?? bound }
        if let bound = part["maximum"]?.numberValue { maximum = maximum.map { min($0, bound) } ?? bound }
        if let bound = part["exclusiveMinimum"]?.numberValue {
            exclusiveMinimum = exclusiveMinimum.map { max($0, bound) } ?? bound
        }
        if let bound = part["exclusiveMaximum"]?.numberValue {
            exclusiveMaximum = exclusiveMaximum.map { min($0, bound) } ?? bound
        }
        if let step = part["multipleOf"]?.numberValue { steps.append(step) }
    }

    private mutating func addTexts(_ part: JSONObject) {
        lengths.tighten(part["minLength"]?.intValue, part["maxLength"]?.intValue)
        if let pattern = part["pattern"]?.stringValue, !patterns.contains(pattern) { patterns.append(pattern) }
        if let format = part["format"]?.stringValue, !formats.contains(format) { formats.append(format) }
    }

    private mutating func addArrays(_ part: JSONObject) {
        itemCounts.tighten(part["minItems"]?.intValue, part["maxItems"]?.intValue)
        if part["uniqueItems"] == true { hasUniqueItems = true }
        let prefix = part["prefixItems"]?.arrayValue ?? []
        if !prefix.isEmpty { prefixItems.append(prefix) }
        if let item = part["items"], item != true {
            if prefix.isEmpty { items.append(item) } else { gaps.append("'items' behind 'prefixItems'") }
        }
        if let schema = part["contains"] {
            let least = part["minContains"]?.intValue ?? 1
            contained.append((schema, Bounds(least: least, greatest: part["maxContains"]?.intValue)))
        }
    }

    private mutating func addObjects(_ part: JSONObject) {
        for (key, schema) in part["properties"]?.objectValue ?? [:] {
            if let index = properties.firstIndex(where: { $0.key == key }) {
                properties[index].schemas.append(schema)
            } else {
                properties.append((key, [schema]))
            }
        }
        for key in (part["required"]?.arrayValue ?? []).compactMap(\.stringValue) where !required.contains(key) {
            required.append(key)
        }
        memberCounts.tighten(part["minProperties"]?.intValue, part["maxProperties"]?.intValue)
        let patterns = part["patternProperties"]?.objectValue ?? [:]
        patternProperties += patterns.map { ($0.key, $0.value) }
        if let schema = part["additionalProperties"], schema != true, schema != [:] {
            additional.append((part["properties"]?.objectValue?.keys ?? [], patterns.keys, schema))
        }
        if let schema = part["propertyNames"] { propertyNames.append(schema) }
        for (key, needs) in part["dependentRequired"]?.objectValue ?? [:] {
            dependentRequired.append((key, (needs.arrayValue ?? []).compactMap(\.stringValue)))
        }
        dependentSchemas += (part["dependentSchemas"]?.objectValue ?? [:]).map { ($0.key, $0.value) }
    }

    private mutating func addCombinations(_ part: JSONObject, _ local: LocalSchemas, _ depth: Int) {
        for (keyword, isExclusive) in [("anyOf", false), ("oneOf", true)] {
            guard let branches = part[keyword]?.arrayValue else { continue }
            let present = branches.filter { !Self.isNull($0, local) }
            // The usual way to say that something may be null.
            if present.count == 1, present.count < branches.count, depth < 32,
                !isExclusive || !local.allowsNull(present[0])
            {
                for nested in local.parts(of: present[0]) { add(nested, local, depth + 1) }
                continue
            }
            if isExclusive { oneOf.append(branches) } else { anyOf.append(branches) }
        }
        if let schema = part["not"] { not.append(schema) }
        if let test = part["if"], part["then"] != nil || part["else"] != nil {
            conditions.append((test, part["then"], part["else"]))
        }
    }

    private static func isNull(_ schema: JSON, _ local: LocalSchemas) -> Bool {
        local.parts(of: schema).contains {
            $0["type"] == "null" || $0["const"]?.isNull ?? false || $0["enum"] == [.null]
        }
    }

    /// Whether there are alternatives or conditions beside the plain keywords.
    var hasCombinations: Bool { !(anyOf.isEmpty && oneOf.isEmpty && not.isEmpty && conditions.isEmpty) }

    /// Whether anything at all is refused.
    var saysNothing: Bool {
        types == nil && choices == nil && !hasCombinations && !isImpossible && properties.isEmpty && required.isEmpty
            && items.isEmpty && prefixItems.isEmpty && patterns.isEmpty && formats.isEmpty && lengths.isOpen
            && itemCounts.isOpen && memberCounts.isOpen && additional.isEmpty && patternProperties.isEmpty
            && propertyNames.isEmpty && dependentRequired.isEmpty && dependentSchemas.isEmpty && contained.isEmpty
            && !hasUniqueItems && minimum == nil && maximum == nil && exclusiveMinimum == nil && exclusiveMaximum == nil
            && steps.isEmpty
    }

    /// Whole numbers from the least to the greatest that the schema accepts, where an `Int` holds them all.
    var integerRange: ClosedRange<Int>? {
        if let choices {
            let numbers = choices.compactMap(\.intValue)
            if let least = numbers.min(), let greatest = numbers.max() { return least...greatest }
        }
        let least = [
            minimum.flatMap { Self.whole($0, roundedUp: true) },
            exclusiveMinimum.flatMap { Self.whole($0, roundedUp: false) }.flatMap { $0 < Int.max ? $0 + 1 : nil },
        ].compactMap(\.self).max()
        let greatest = [
            maximum.flatMap { Self.whole($0, roundedUp: false) },
            exclusiveMaximum.flatMap { Self.whole($0, roundedUp: true) }.flatMap { $0 > Int.min ? $0 - 1 : nil },
        ].compactMap(\.self).min()
        guard let least, let greatest, least <= greatest else { return nil }
        return least...greatest
    }

    private static func whole(_ number: JSONNumber, roundedUp: Bool) -> Int? {
        if let whole = number.intValue { return whole }
        guard !number.isInteger else { return nil }
        return Int(exactly: number.doubleValue.rounded(roundedUp ? .up : .down))
    }
}
