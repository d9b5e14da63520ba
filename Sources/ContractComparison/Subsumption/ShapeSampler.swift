import JSONSchema

/// Makes values that a shape accepts, as small and as plain as possible.
///
/// What it makes is a candidate: a validator has the last word, since shapes leave keywords out.
final class ShapeSampler {
    private static let deepest = 16
    private static let longest = 10_000

    private let patterns: PatternCache
    private let expansion: ShapeExpansion
    private var found: [[SchemaTerm]: JSON] = [:]
    /// How deep the search was begun that found nothing; one begun deeper finds nothing either.
    private var missed: [[SchemaTerm]: Int] = [:]

    init(patterns: PatternCache, expansion: ShapeExpansion) {
        self.patterns = patterns
        self.expansion = expansion
    }

    /// A value of all of the schemas; `nil` where none is found.
    func value(of terms: [SchemaTerm], depth: Int = 0) -> JSON? {
        guard depth < Self.deepest else { return nil }
        if let value = found[terms] { return value }
        if let least = missed[terms], least <= depth { return nil }
        for shape in expansion.shapes(of: terms) {
            guard let value = values(of: shape, depth: depth).first else { continue }
            found[terms] = value
            return value
        }
        missed[terms] = depth
        return nil
    }

    /// Several values of a shape that differ; none where none is found.
    func values(of shape: Shape, depth: Int = 0) -> [JSON] {
        if shape.isUnknown { return [] }
        if let values = shape.values { return values.filter { isPlausible($0, shape) } }
        let examples = shape.examples.filter { TypeSet(of: $0).isSubset(of: shape.types) && isPlausible($0, shape) }
        return examples
            + TypeSet.groups.flatMap { group -> [JSON] in
                guard !shape.types.isDisjoint(with: group) else { return [] }
                switch group {
                case .object: return [object(of: shape, depth: depth)].compactMap { $0 }
                case .array: return [array(of: shape, depth: depth)].compactMap { $0 }
                case .string: return strings(of: shape).map(JSON.string)
                case .number: return numbers(of: shape).map(JSON.number)
                case .boolean: return [true, false]
                default: return [.null]
                }
            }
    }

    /// Whether a value meets what the shape itself says of scalars and sizes.
    private func isPlausible(_ value: JSON, _ shape: Shape) -> Bool {
        switch value {
        case .null, .bool: true
        case .number(let number): fits(number, shape)
        case .string(let text): fits(text, shape)
        case .array(let elements): elements.count >= shape.minItems && elements.count <= shape.maxItems ?? .max
        case .object(let members): shape.required.allSatisfy { members[$0] != nil }
        }
    }

    // MARK: - Objects and arrays

    /// An object with the required members, and with others in their stead or beside them.
    ///
    /// - Parameter wanted: members that are nice to have: declared ones get a value if one is found.
    func object(
        of shape: Shape, with fixed: [(name: String, value: JSON)] = [], without omitted: String? = nil,
        wanted: [String] = [], depth: Int = 0
    ) -> JSON? {
        var members = JSONObject()
        for name in shape.required where name != omitted {
            if let value = fixed.first(where: { $0.name == name })?.value ?? member(name, shape, depth) {
                members[name] = value
            } else {
                return nil
            }
        }
        for (name, value) in fixed { members[name] = value }
        for name in wanted where members[name] == nil && name != omitted && members.count < shape.maxProperties ?? .max
        {
            guard shape.member(name, patterns).isDeclared, let value = member(name, shape, depth) else { continue }
            members[name] = value
        }
        for name in shape.declaredNames where members.count < shape.minProperties && name != omitted {
            if members[name] == nil, let value = member(name, shape, depth) { members[name] = value }
        }
        var number = 0
        while members.count < shape.minProperties, number < 100 {
            number += 1
            if let value = member("member\(number)", shape, depth) { members["member\(number)"] = value }
        }
        return members.count >= shape.minProperties ? .object(members) : nil
    }

    private func member(_ name: String, _ shape: Shape, _ depth: Int) -> JSON? {
        value(of: shape.member(name, patterns).terms, depth: depth + 1)
    }

    /// An array of the fewest elements, with one of its elements given.
    func array(of shape: Shape, with fixed: (index: Int, value: JSON)? = nil, count: Int = 0, depth: Int = 0) -> JSON? {
        let count = max(shape.minItems, count, fixed.map { $0.index + 1 } ?? 0)
        guard count <= shape.maxItems ?? .max, count <= Self.longest else { return nil }
        var elements: [JSON] = []
        for index in 0..<count {
            if let fixed, fixed.index == index {
                elements.append(fixed.value)
            } else if let value = element(index, shape, elements + [fixed?.value].compactMap { $0 }, depth) {
                elements.append(value)
            } else {
                return nil
            }
        }
        return .array(elements)
    }

    private func element(_ index: Int, _ shape: Shape, _ others: [JSON], _ depth: Int) -> JSON? {
        guard depth < Self.deepest else { return nil }
        let terms = shape.element(at: index)
        if !shape.isUnique { return value(of: terms, depth: depth + 1) }
        for shape in expansion.shapes(of: terms) {
            if let value = values(of: shape, depth: depth + 1).first(where: { !others.contains($0) }) { return value }
        }
        return nil
    }

    // MARK: - Scalars

    private func strings(of shape: Shape) -> [String] {
        let lengths = Set([shape.minLength, min(shape.minLength + 1, shape.maxLength ?? .max)]).sorted()
        var texts = ["text", "another text", "Ab1"]
        texts += shape.formats.flatMap { Self.formats[$0] ?? [] }
        texts += shape.patterns.flatMap { pattern in
            (0..<6).compactMap { PatternExample.text(of: pattern, variant: $0) }
        }
        texts += lengths.filter { $0 <= Self.longest }.map { String(repeating: "x", count: $0) }
        if let longest = shape.maxLength, longest <= Self.longest {
            texts.append(String(repeating: "x", count: longest))
        }
        return texts.filter { fits($0, shape) }
    }

    func fits(_ text: String, _ shape: Shape) -> Bool {
        let length = text.unicodeScalars.count
        return length >= shape.minLength && length <= shape.maxLength ?? .max
            && shape.patterns.allSatisfy { patterns.isFound($0, in: text) }
            && shape.formats.allSatisfy { patterns.meets(["format": .string($0)], .string(text)) }
    }

    private func numbers(of shape: Shape) -> [JSONNumber] {
        var numbers = ["1", "0", "2", "-1", "0.5", "1.5", "-0.5"].compactMap { JSONNumber(text: $0) }
        for bound in [shape.minimum, shape.maximum].compactMap({ $0?.value }) {
            numbers.append(bound)
            numbers += [-1, -0.5, 0.5, 1].compactMap { Self.sum(bound, $0) }
        }
        if let low = shape.minimum?.value.doubleValue, let high = shape.maximum?.value.doubleValue {
            numbers += [JSONNumber((low + high) / 2)].compactMap { $0 }
        }
        for multiple in shape.multiples {
            numbers.append(multiple)
            // The first multiple beyond the lower bound.
            let low = shape.minimum?.value.doubleValue ?? 0
            let count = (low / multiple.doubleValue).rounded(.up)
            numbers += [count, count + 1].compactMap { JSONNumber($0 * multiple.doubleValue) }
        }
        return numbers.filter { fits($0, shape) }
    }

    func fits(_ number: JSONNumber, _ shape: Shape) -> Bool {
        guard shape.types.contains(number.isInteger ? .integer : .fraction) else { return false }
        if let low = shape.minimum, number < low.value || number == low.value && low.isExclusive { return false }
        if let high = shape.maximum, high.value < number || number == high.value && high.isExclusive { return false }
        return shape.multiples.allSatisfy { patterns.meets(["multipleOf": .number($0)], .number(number)) }
    }

    /// A number a little away from another.
    static func sum(_ number: JSONNumber, _ step: Double) -> JSONNumber? {
        if let integer = number.intValue, let whole = Int(exactly: step) {
            let (sum, overflows) = integer.addingReportingOverflow(whole)
            return overflows ? nil : JSONNumber(sum)
        }
        return JSONNumber(number.doubleValue + step)
    }

    /// Texts of the formats that validators check, besides those that any plain text is of.
    private static let formats: [String: [String]] = [
        "date-time": ["2024-02-29T12:00:00Z"], "date": ["2024-02-29"], "time": ["12:00:00Z"], "duration": ["P1D"],
        "email": ["ada@example.com"], "idn-email": ["ada@example.com"], "hostname": ["example.com"],
        "idn-hostname": ["example.com"], "ipv4": ["127.0.0.1"], "ipv6": ["::1"], "uri": ["https://example.com/a"],
        "uri-reference": ["/a"], "iri": ["https://example.com/a"], "iri-reference": ["/a"],
        "uuid": ["123e4567-e89b-12d3-a456-426614174000"], "uri-template": ["/a/{b}"], "json-pointer": ["/a"],
        "relative-json-pointer": ["1/a"], "regex": ["a+"],
    ]
}
