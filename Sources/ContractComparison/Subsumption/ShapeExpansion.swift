import JSONSchema

/// Turns schemas into shapes: references followed, conjunctions merged, one shape for each alternative.
///
/// Small schemas can refer to each other in so many ways that expanding them would never end: a budget bounds it, and what
/// is beyond is taken for unknown.
final class ShapeExpansion {
    /// More alternatives than this are taken for one that may be anything.
    private static let mostShapes = 128
    /// How many references and combinations may stand inside each other.
    private static let deepest = 200
    private static let mostSteps = 20_000
    private var steps = 0
    private var known: [[SchemaTerm]: [Shape]] = [:]

    /// Gives the next question a budget of its own.
    func begin() {
        if isExhausted { known = [:] }
        steps = 0
    }

    /// Whether the budget is spent, so that nothing more is said of any schema.
    var isExhausted: Bool { steps > Self.mostSteps }

    /// The shapes that together accept at least what all of the schemas accept; none where they accept nothing.
    func shapes(of terms: [SchemaTerm]) -> [Shape] {
        if let shapes = known[terms] { return shapes }
        var shapes = [Shape()]
        for term in terms { shapes = merged(shapes, term) }
        known[terms] = shapes
        return shapes
    }

    /// The shapes in which a schema holds too.
    func merged(_ shapes: [Shape], _ term: SchemaTerm) -> [Shape] {
        merged(shapes, term, depth: 0)
    }

    private func merged(_ shapes: [Shape], _ term: SchemaTerm, depth: Int) -> [Shape] {
        // What holds already holds no more if it is said again: schemas refer to one another in many ways.
        let settled = shapes.filter { $0.members.contains(term) }
        let open = settled.isEmpty ? shapes : shapes.filter { !$0.members.contains(term) }
        return open.isEmpty ? settled : settled + added(term, to: open, depth: depth)
    }

    private func added(_ term: SchemaTerm, to shapes: [Shape], depth: Int) -> [Shape] {
        steps += shapes.count
        guard depth < Self.deepest, !isExhausted else { return unknown(shapes) }
        switch term.json {
        case .bool(true): return shapes
        case .bool(false): return []
        case .object: break
        case .null, .number, .string, .array: return unknown(shapes)
        }
        // References below it would lead elsewhere.
        if term.startsResource { return unknown(shapes) }
        var shapes = shapes.compactMap { shape in
            var merged = shape
            merged.add(term)
            return merged.isImpossible ? nil : merged
        }
        if let reference = term.json["$ref"]?.stringValue {
            guard let target = term.document.target(of: reference) else { return unknown(shapes) }
            shapes = merged(shapes, target, depth: depth + 1)
        }
        for part in term.children("allOf") { shapes = merged(shapes, part, depth: depth + 1) }
        for keyword in ["anyOf", "oneOf"] where term.json[keyword] != nil {
            let alternatives = term.children(keyword).flatMap { merged(shapes, $0, depth: depth + 1) }
            if alternatives.count <= Self.mostShapes { shapes = alternatives }
        }
        return shapes
    }

    private func unknown(_ shapes: [Shape]) -> [Shape] {
        shapes.map { shape in
            var unknown = shape
            unknown.isUnknown = true
            return unknown
        }
    }
}

extension Shape {
    /// Adds the keywords of one schema object, without those that combine schemas.
    fileprivate mutating func add(_ term: SchemaTerm) {
        sources.append(term)
        members.insert(term)
        if term.json[UnresolvedReference.keyword] != nil { isUnknown = true }
        addGeneral(term)
        addNumbers(term.json)
        addStrings(term.json)
        addArrays(term)
        addObjects(term)
    }

    private mutating func addGeneral(_ term: SchemaTerm) {
        let json = term.json
        if let type = json["type"] { types.formIntersection(TypeSet(keyword: type)) }
        if let type = json["not"]?["type"], json["not"]?.objectValue?.count == 1 {
            types.subtract(TypeSet(keyword: type))
        }
        if let const = json["const"] { limit(to: [const]) }
        if let choices = json["enum"]?.arrayValue { limit(to: choices) }
        examples += json["examples"]?.arrayValue ?? []
        if let value = json["default"] { examples.append(value) }
        // Two values are counted; the others of their types are not.
        if values == nil, types == .null { values = [.null] }
        if values == nil, types == .boolean { values = [true, false] }
        values = values?.filter { types.isSuperset(of: TypeSet(of: $0)) }
    }

    private mutating func limit(to choices: [JSON]) {
        values = values.map { $0.filter(choices.contains) } ?? choices
    }

    private mutating func addNumbers(_ json: JSON) {
        for (keyword, isExclusive) in [("minimum", false), ("exclusiveMinimum", true)] {
            guard let value = json[keyword]?.numberValue else { continue }
            if minimum.map({ $0.value < value || $0.value == value && isExclusive }) ?? true {
                minimum = Bound(value: value, isExclusive: isExclusive)
            }
        }
        for (keyword, isExclusive) in [("maximum", false), ("exclusiveMaximum", true)] {
            guard let value = json[keyword]?.numberValue else { continue }
            if maximum.map({ value < $0.value || $0.value == value && isExclusive }) ?? true {
                maximum = Bound(value: value, isExclusive: isExclusive)
            }
        }
        if let multiple = json["multipleOf"]?.numberValue {
            multiples.append(multiple)
            if multiple.isInteger { types.remove(.fraction) }
        }
    }

    private mutating func addStrings(_ json: JSON) {
        minLength = max(minLength, json["minLength"]?.intValue ?? 0)
        maxLength = Self.least(maxLength, json["maxLength"]?.intValue)
        if let pattern = json["pattern"]?.stringValue, !patterns.contains(pattern) { patterns.append(pattern) }
        if let format = json["format"]?.stringValue, !formats.contains(format) { formats.append(format) }
    }

    private mutating func addArrays(_ term: SchemaTerm) {
        let json = term.json
        minItems = max(minItems, json["minItems"]?.intValue ?? 0)
        maxItems = Self.least(maxItems, json["maxItems"]?.intValue)
        if json["uniqueItems"] == true { isUnique = true }
        if json["items"] != nil || json["prefixItems"] != nil {
            arrays.append(ArrayRule(prefix: term.children("prefixItems"), rest: term.child("items")))
        }
        if let rest = json["items"], rest == false {
            maxItems = Self.least(maxItems, term.children("prefixItems").count)
        }
    }

    private mutating func addObjects(_ term: SchemaTerm) {
        let json = term.json
        for name in json["required"]?.arrayValue ?? [] {
            if let name = name.stringValue, !required.contains(name) { required.append(name) }
        }
        minProperties = max(minProperties, json["minProperties"]?.intValue ?? 0)
        maxProperties = Self.least(maxProperties, json["maxProperties"]?.intValue)
        if json["properties"] != nil || json["patternProperties"] != nil || json["additionalProperties"] != nil {
            objects.append(
                ObjectRule(
                    properties: term.members("properties"),
                    patterns: term.members("patternProperties").map { ($0.name, $0.term) },
                    additional: term.child("additionalProperties")))
        }
    }

    private static func least(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }

    /// Whether its own keywords already contradict each other. What stands in members and elements is not looked at.
    fileprivate var isImpossible: Bool {
        if types.isEmpty || values?.isEmpty ?? false { return true }
        if types.isSubset(of: .number), let minimum, let maximum {
            return maximum.value < minimum.value
                || maximum.value == minimum.value && (minimum.isExclusive || maximum.isExclusive)
        }
        if types == .string, let maxLength { return maxLength < minLength }
        if types == .array, let maxItems { return maxItems < minItems }
        return false
    }
}

/// How a schema says that it could not be read.
enum UnresolvedReference {
    static let keyword = "x-unresolved-reference"
}
