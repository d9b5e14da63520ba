/// The combined keywords of all schemas that apply to one location.
///
/// Keywords that cannot be combined by conjunction (`anyOf`, `oneOf`, `not`, `if`, `contains` and others) stay in
/// `sources`. The facts accept at least every value that the schemas accept.
package struct SchemaFacts: Sendable {
    package struct Bound: Sendable {
        package let value: JSONNumber
        package let isExclusive: Bool
    }

    package struct Bounds: Sendable {
        package var least: Int
        package var greatest: Int?

        package init(least: Int = 0, greatest: Int? = nil) {
            self.least = least
            self.greatest = greatest
        }

        mutating func tighten(_ least: JSON?, _ greatest: JSON?) {
            self.least = max(self.least, least?.intValue ?? 0)
            if let greatest = greatest?.intValue { self.greatest = min(self.greatest ?? greatest, greatest) }
        }

        package var isOpen: Bool { least == 0 && greatest == nil }

        var isEmpty: Bool { greatest.map { $0 < least } ?? false }

        package func contains(_ count: Int) -> Bool { count >= least && count <= greatest ?? .max }
    }

    package struct ArrayRule: Sendable {
        package let prefix: [SchemaView]
        package let rest: SchemaView?
    }

    package struct ObjectRule: Sendable {
        package let properties: [(name: String, view: SchemaView)]
        package let patterns: [(name: String, view: SchemaView)]
        package let additional: SchemaView?
        private let byName: [String: [SchemaView]]

        package init(
            properties: [(name: String, view: SchemaView)], patterns: [(name: String, view: SchemaView)] = [],
            additional: SchemaView? = nil
        ) {
            self.properties = properties
            self.patterns = patterns
            self.additional = additional
            byName = Dictionary(grouping: properties, by: \.name).mapValues { $0.map(\.view) }
        }

        func property(_ name: String) -> [SchemaView] { byName[name] ?? [] }
    }

    package var types: TypeSet = .all
    /// The values allowed by `enum` and `const`, or `nil` if any value is.
    package private(set) var enumeration: [JSON]?
    package private(set) var examples: [JSON] = []

    /// The tightest of the inclusive and exclusive lower bounds.
    package private(set) var lowerBound: Bound?
    package private(set) var upperBound: Bound?
    package private(set) var divisors: [JSONNumber] = []

    package private(set) var lengths = Bounds()
    package private(set) var patterns: [String] = []
    package private(set) var formats: [String] = []

    package private(set) var itemCounts = Bounds()
    package private(set) var hasUniqueItems = false
    package private(set) var arrays: [ArrayRule] = []

    package private(set) var required: [String] = []
    private var requiredSet: Set<String> = []
    package var memberCounts = Bounds()
    package var objects: [ObjectRule] = []

    /// The branches of each `anyOf` and `oneOf`, except those that only allow null. Set only by `init(_:)`.
    package private(set) var anyOf: [[SchemaView]] = []
    package private(set) var oneOf: [[SchemaView]] = []

    /// Whether the schema `false` is included, which no value meets.
    package private(set) var isImpossible = false
    /// Whether a reference could not be resolved, so that nothing is known about the values.
    package var isUnknown = false
    package private(set) var sources: [SchemaView] = []
    private var members: Set<SchemaView> = []

    package init() {}

    /// Combines schemas that all apply. It merges references, `allOf` and the only alternative to null.
    package init(_ schemas: [SchemaView]) {
        for schema in schemas { fold(schema, depth: 0) }
        if schemas.allSatisfy(\.allowsNull) { types.insert(.null) } else { types.remove(.null) }
    }

    private mutating func fold(_ schema: SchemaView, depth: Int) {
        for part in schema.conjuncts where !holds(part) {
            add(part)
            for keyword in ["anyOf", "oneOf"] where part.json[keyword] != nil {
                let branches = part.children(keyword)
                let present = branches.filter { !$0.isNull }
                // The usual way to make a schema nullable.
                if present.count == 1, present.count < branches.count, depth < 32,
                    keyword == "anyOf" || !present[0].allowsNull
                {
                    fold(present[0], depth: depth + 1)
                } else if keyword == "anyOf" {
                    anyOf.append(branches)
                } else {
                    oneOf.append(branches)
                }
            }
        }
    }

    package func requires(_ name: String) -> Bool { requiredSet.contains(name) }

    package func holds(_ schema: SchemaView) -> Bool { members.contains(schema) }

    /// Adds the keywords of one schema, except those that combine schemas.
    package mutating func add(_ view: SchemaView) {
        guard members.insert(view).inserted else { return }
        if view.json == false { isImpossible = true }
        guard view.json.objectValue != nil else { return }
        sources.append(view)
        if view.json[SchemaReference.unresolved] != nil { isUnknown = true }
        addGeneral(view.json)
        addNumbers(view.json)
        addStrings(view.json)
        addArrays(view)
        addObjects(view)
    }

    private mutating func addGeneral(_ json: JSON) {
        if let type = json["type"] { types.formIntersection(TypeSet(keyword: type)) }
        if let type = json["not"]?["type"], json["not"]?.objectValue?.count == 1 {
            types.subtract(TypeSet(keyword: type))
        }
        if let const = json["const"] { limit(to: [const]) }
        if let choices = json["enum"]?.arrayValue { limit(to: choices) }
        examples += json["examples"]?.arrayValue ?? []
        if let value = json["default"] { examples.append(value) }
    }

    private mutating func limit(to choices: [JSON]) {
        enumeration = enumeration.map { $0.filter(Set(choices).contains) } ?? choices
    }

    private mutating func addNumbers(_ json: JSON) {
        lowerBound = Self.tightest(lowerBound, json["minimum"], json["exclusiveMinimum"], by: >)
        upperBound = Self.tightest(upperBound, json["maximum"], json["exclusiveMaximum"], by: <)
        if let divisor = json["multipleOf"]?.numberValue {
            divisors.append(divisor)
            if divisor.isInteger { types.remove(.fraction) }
        }
    }

    private static func tightest(
        _ known: Bound?, _ inclusive: JSON?, _ exclusive: JSON?, by isTighter: (JSONNumber, JSONNumber) -> Bool
    ) -> Bound? {
        var tightest = known
        for case (let value?, let isExclusive) in [(inclusive?.numberValue, false), (exclusive?.numberValue, true)] {
            if let bound = tightest, isTighter(bound.value, value) || bound.value == value && !isExclusive { continue }
            tightest = Bound(value: value, isExclusive: isExclusive)
        }
        return tightest
    }

    private mutating func addStrings(_ json: JSON) {
        lengths.tighten(json["minLength"], json["maxLength"])
        if let pattern = json["pattern"]?.stringValue, !patterns.contains(pattern) { patterns.append(pattern) }
        if let format = json["format"]?.stringValue, !formats.contains(format) { formats.append(format) }
    }

    private mutating func addArrays(_ view: SchemaView) {
        itemCounts.tighten(view.json["minItems"], view.json["maxItems"])
        if view.json["uniqueItems"] == true { hasUniqueItems = true }
        if view.json["items"] != nil || view.json["prefixItems"] != nil {
            arrays.append(ArrayRule(prefix: view.children("prefixItems"), rest: view.child("items")))
        }
    }

    private mutating func addObjects(_ view: SchemaView) {
        for case .string(let name) in view.json["required"]?.arrayValue ?? [] where requiredSet.insert(name).inserted {
            required.append(name)
        }
        memberCounts.tighten(view.json["minProperties"], view.json["maxProperties"])
        if ["properties", "patternProperties", "additionalProperties"].contains(where: { view.json[$0] != nil }) {
            objects.append(
                ObjectRule(
                    properties: view.members("properties"), patterns: view.members("patternProperties"),
                    additional: view.child("additionalProperties")))
        }
    }
}

// MARK: - Scalars

extension SchemaFacts {
    package enum PlainType: String, Sendable, CaseIterable {
        case string, integer, number, boolean, array, object
    }

    /// The types other than null, in the order of the schemas or their enumerated values. `nil` if unspecified.
    package var plainTypes: [PlainType]? {
        var types: [PlainType]?
        for json in sources.map(\.json) {
            if let type = json["type"] {
                let allowed = (type.arrayValue ?? [type]).compactMap(\.stringValue).compactMap(PlainType.init)
                types = types.map { $0.compactMap { Self.narrower($0, among: allowed) } } ?? allowed
            }
            if types == nil, let values = json["enum"]?.arrayValue ?? json["const"].map({ [$0] }) {
                types =
                    values.compactMap { PlainType(rawValue: $0.numberValue == nil ? $0.typeName : "number") }.distinct
            }
        }
        return types
    }

    /// Returns the narrower of two compatible types; every integer is a number.
    private static func narrower(_ type: PlainType, among allowed: [PlainType]) -> PlainType? {
        if allowed.contains(type) { return type }
        if type == .number, allowed.contains(.integer) { return .integer }
        return type == .integer && allowed.contains(.number) ? .integer : nil
    }

    /// Whether a schema, or each numeric alternative, names `integer` explicitly rather than by `multipleOf`.
    package var isPlainInteger: Bool {
        namesIntegerType
            || (anyOf + oneOf).contains { branches in
                let numbers = branches.map { SchemaFacts([$0]) }.filter { !$0.types.isDisjoint(with: .number) }
                return !numbers.isEmpty && numbers.allSatisfy(\.namesIntegerType)
            }
    }

    private var namesIntegerType: Bool {
        sources.contains { source in
            let types = source.json["type"].map { $0.arrayValue ?? [$0] } ?? []
            return types.contains("integer") && !types.contains("number")
        }
    }

    /// Whether the possible values are finite in number.
    package var hasFiniteValues: Bool { enumeration != nil || types == .null || types == .boolean }

    package var values: [JSON]? {
        if let enumeration { return enumeration.filter { types.isSuperset(of: TypeSet(of: $0)) } }
        return types == .null ? [.null] : types == .boolean ? [true, false] : nil
    }

    package func limited(to types: TypeSet) -> SchemaFacts { modified(self) { $0.types.formIntersection(types) } }

    /// Whether the keywords contradict each other. Schemas of members and elements are not considered.
    package var isContradictory: Bool {
        if isImpossible || types.isEmpty || hasFiniteValues && values?.isEmpty ?? false { return true }
        if types.isSubset(of: .number), let low = lowerBound, let high = upperBound {
            return high.value < low.value || high.value == low.value && (low.isExclusive || high.isExclusive)
        }
        if types == .string { return lengths.isEmpty }
        return types == .array && elementCounts.isEmpty
    }
}

// MARK: - Elements and members

extension SchemaFacts {
    /// The bounds on the number of elements, including the effect of `"items": false`.
    package var elementCounts: Bounds {
        var counts = itemCounts
        for rule in arrays where rule.rest?.json == false {
            counts.greatest = min(counts.greatest ?? .max, rule.prefix.count)
        }
        return counts
    }

    package var prefixLength: Int { arrays.map(\.prefix.count).max() ?? 0 }

    package func element(at index: Int) -> [SchemaView] {
        arrays.compactMap { index < $0.prefix.count ? $0.prefix[index] : $0.rest }
    }

    package var declaredNames: [String] {
        let names = objects.flatMap { $0.properties.map(\.name) }
        return objects.count < 2 ? names : names.distinct
    }

    /// Returns the schemas of a member, and whether any of them targets its name rather than all names.
    package func member(_ name: String) -> (schemas: [SchemaView], isDeclared: Bool) {
        var schemas: [SchemaView] = []
        var isDeclared = false
        for rule in objects {
            let own = rule.property(name) + rule.patterns.filter { KeywordCheck.isFound($0.name, in: name) }.map(\.view)
            if own.isEmpty {
                schemas += [rule.additional].compactMap(\.self)
                isDeclared = isDeclared || rule.additional.map { $0.json != false } ?? false
            } else {
                schemas += own
                isDeclared = true
            }
        }
        return (schemas, isDeclared)
    }

    package var additional: [SchemaView]? {
        let schemas = objects.compactMap(\.additional)
        return schemas.isEmpty ? nil : schemas
    }

    /// Whether members without their own schema are forbidden.
    package var isClosed: Bool { objects.contains { $0.additional?.json == false } }
}
