import JSONSchema

/// What a schema without alternatives says of a value: the conjunction of its keywords and of all that apply beside it.
///
/// What it does not model (`not` except of types, conditions, `contains`) it leaves out: a shape accepts at least what its
/// schemas accept.
struct Shape {
    struct Bound {
        let value: JSONNumber
        let isExclusive: Bool
    }

    /// What one schema says of the elements of an array.
    struct ArrayRule {
        let prefix: [SchemaTerm]
        let rest: SchemaTerm?
    }

    /// What one schema says of the members of an object.
    struct ObjectRule {
        let properties: [(name: String, term: SchemaTerm)]
        let patterns: [(pattern: String, term: SchemaTerm)]
        let additional: SchemaTerm?
    }

    var types: TypeSet = .all
    /// The only values there are, where they are counted.
    var values: [JSON]?
    var minimum: Bound?
    var maximum: Bound?
    var multiples: [JSONNumber] = []
    var minLength = 0
    var maxLength: Int?
    var patterns: [String] = []
    var formats: [String] = []
    var minItems = 0
    var maxItems: Int?
    var isUnique = false
    var arrays: [ArrayRule] = []
    var required: [String] = []
    var minProperties = 0
    var maxProperties: Int?
    var objects: [ObjectRule] = []
    var examples: [JSON] = []
    /// Whether a reference in it could not be followed, so that nothing is known of its values.
    var isUnknown = false
    /// The schemas it is made of, the outermost first.
    var sources: [SchemaTerm] = []
    /// The same, to look one up.
    var members: Set<SchemaTerm> = []

    /// Whether nothing at all is said of a value.
    var isFree: Bool {
        types == .all && values == nil && arrays.isEmpty && objects.isEmpty && required.isEmpty && minimum == nil
            && maximum == nil && patterns.isEmpty && formats.isEmpty && minLength == 0 && maxLength == nil
    }

    /// The shape for values of some types only.
    func limited(to types: TypeSet) -> Shape {
        var shape = self
        shape.types.formIntersection(types)
        shape.values = values?.filter { types.isSuperset(of: TypeSet(of: $0)) }
        return shape
    }

    /// The shape for one value only.
    func limited(to value: JSON) -> Shape {
        var shape = limited(to: TypeSet(of: value))
        shape.values = [value]
        return shape
    }
}

// MARK: - Elements and members

extension Shape {
    /// How many elements at the start have schemas of their own.
    var prefixLength: Int { arrays.map(\.prefix.count).max() ?? 0 }

    /// The schemas of an element.
    func element(at index: Int) -> [SchemaTerm] {
        arrays.compactMap { index < $0.prefix.count ? $0.prefix[index] : $0.rest }
    }

    /// The names that have schemas of their own, in order.
    var declaredNames: [String] {
        var seen: Set<String> = []
        return objects.flatMap { $0.properties.map(\.name) }.filter { seen.insert($0).inserted }
    }

    /// The schemas of a member, and whether any of them speaks of it rather than of every name.
    func member(_ name: String, _ patterns: PatternCache) -> (terms: [SchemaTerm], isDeclared: Bool) {
        var terms: [SchemaTerm] = []
        var isDeclared = false
        for rule in objects {
            var own = rule.properties.filter { $0.name == name }.map(\.term)
            own += rule.patterns.filter { patterns.isFound($0.pattern, in: name) }.map(\.term)
            if own.isEmpty {
                terms += [rule.additional].compactMap { $0 }
                isDeclared = isDeclared || rule.additional.map { $0.json != false } ?? false
            } else {
                terms += own
                isDeclared = true
            }
        }
        return (terms, isDeclared)
    }

    /// The schemas of members that no property and no pattern names; `nil` where no schema speaks of them.
    var additional: [SchemaTerm]? {
        let terms = objects.compactMap(\.additional)
        return terms.isEmpty ? nil : terms
    }

    /// Whether there are no members but those that have a schema of their own.
    var isClosed: Bool { objects.contains { $0.additional?.json == false } }
}
