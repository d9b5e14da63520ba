/// A deterministic generator of values that schemas are likely to accept, simplest first.
///
/// Callers must validate the samples, because facts omit some keywords. Results are cached; the type is not Sendable.
package final class SchemaSampler {
    private static let deepest = 16
    /// The maximum number of elements, members or characters of a made-up value.
    package static let longest = 10_000

    /// Whether to create a string if a schema allows any value.
    private let prefersText: Bool
    private let expansion: SchemaAlternatives
    private var found: [[SchemaView]: JSON] = [:]
    /// The lowest depth at which a search failed. Deeper searches fail too.
    private var missed: [[SchemaView]: Int] = [:]

    package init(
        _ expansion: SchemaAlternatives = SchemaAlternatives(),
        prefersText: Bool = false
    ) {
        self.prefersText = prefersText
        self.expansion = expansion
    }

    package func value(of schemas: [SchemaView], depth: Int = 0) -> JSON? {
        guard depth < Self.deepest else { return nil }
        if let value = found[schemas] { return value }
        if let least = missed[schemas], least <= depth { return nil }
        for facts in expansion.alternatives(of: schemas) {
            guard let value = values(of: facts, depth: depth).first else { continue }
            found[schemas] = value
            return value
        }
        missed[schemas] = depth
        return nil
    }

    package func values(of schemas: [SchemaView]) -> [JSON] {
        examples(in: schemas) + expansion.alternatives(of: schemas).flatMap { values(of: $0) }
    }

    /// Returns the values that the schemas contain: examples, defaults and enumerated values.
    package func examples(in schemas: [SchemaView]) -> [JSON] {
        expansion.begin()
        return expansion.alternatives(of: schemas).flatMap { facts in
            (facts.examples + (facts.enumeration ?? [])).filter { isPlausible($0, facts) }
        }
    }

    package func values(of facts: SchemaFacts, depth: Int = 0) -> [JSON] {
        if facts.isUnknown { return [] }
        if let values = facts.values { return values.filter { isPlausible($0, facts) } }
        let isText = prefersText && facts.types == .all && facts.objects.isEmpty && facts.required.isEmpty
        return facts.examples.filter { isPlausible($0, facts) }
            + ((isText ? [.string] : []) + TypeSet.groups).flatMap { group -> [JSON] in
                guard !facts.types.isDisjoint(with: group) else { return [] }
                switch group {
                case .object: return [object(of: facts, depth: depth)].compactMap(\.self)
                case .array: return [array(of: facts, depth: depth)].compactMap(\.self)
                case .string: return strings(of: facts).map(JSON.string)
                case .number: return numbers(of: facts).map(JSON.number)
                case .boolean: return [true, false]
                default: return [.null]
                }
            }
    }

    /// Whether a value meets the facts about types, scalars and sizes.
    private func isPlausible(_ value: JSON, _ facts: SchemaFacts) -> Bool {
        guard facts.types.isSuperset(of: TypeSet(of: value)) else { return false }
        return switch value {
        case .null, .bool: true
        case .number(let number): fits(number, facts)
        case .string(let text): fits(text, facts)
        case .array(let elements): facts.elementCounts.contains(elements.count)
        case .object(let members): facts.required.allSatisfy { members[$0] != nil }
        }
    }

    // MARK: - Objects and arrays

    /// Returns an object with the required members, except as overridden by `fixed` and `omitted`.
    ///
    /// - Parameter wanted: optional members to include if they are declared and a value is found.
    package func object(
        of facts: SchemaFacts, with fixed: [(name: String, value: JSON)] = [], without omitted: String? = nil,
        wanted: [String] = [], depth: Int = 0
    ) -> JSON? {
        let counts = facts.memberCounts
        var members = JSONObject()
        for name in facts.required where name != omitted {
            guard let value = fixed.first(where: { $0.name == name })?.value ?? member(name, facts, depth) else {
                return nil
            }
            members[name] = value
        }
        for (name, value) in fixed { members[name] = value }
        for name in wanted where members[name] == nil && name != omitted && members.count < counts.greatest ?? .max {
            guard facts.member(name).isDeclared, let value = member(name, facts, depth) else { continue }
            members[name] = value
        }
        for name in facts.declaredNames where members.count < counts.least && name != omitted {
            if members[name] == nil, let value = member(name, facts, depth) { members[name] = value }
        }
        var number = 0
        while members.count < counts.least, number < 100 {
            number += 1
            if let value = member("member\(number)", facts, depth) { members["member\(number)"] = value }
        }
        return members.count >= counts.least ? .object(members) : nil
    }

    private func member(_ name: String, _ facts: SchemaFacts, _ depth: Int) -> JSON? {
        value(of: facts.member(name).schemas, depth: depth + 1)
    }

    /// Returns an array with as few elements as possible and one optional given element.
    package func array(
        of facts: SchemaFacts, with fixed: (index: Int, value: JSON)? = nil, count: Int = 0, depth: Int = 0
    ) -> JSON? {
        let counts = facts.elementCounts
        let count = max(counts.least, count, fixed.map { $0.index + 1 } ?? 0)
        guard count <= counts.greatest ?? .max, count <= Self.longest else { return nil }
        var elements: [JSON] = []
        for index in 0..<count {
            if let fixed, fixed.index == index {
                elements.append(fixed.value)
            } else if let value = element(index, facts, elements + [fixed?.value].compactMap(\.self), depth) {
                elements.append(value)
            } else {
                return nil
            }
        }
        return .array(elements)
    }

    private func element(_ index: Int, _ facts: SchemaFacts, _ others: [JSON], _ depth: Int) -> JSON? {
        guard depth < Self.deepest else { return nil }
        let schemas = facts.element(at: index)
        if !facts.hasUniqueItems { return value(of: schemas, depth: depth + 1) }
        for facts in expansion.alternatives(of: schemas) {
            if let value = values(of: facts, depth: depth + 1).first(where: { !others.contains($0) }) { return value }
        }
        return nil
    }

    // MARK: - Scalars

    private func strings(of facts: SchemaFacts) -> [String] {
        let least = facts.lengths.least
        let lengths = Set([least, min(least + 1, facts.lengths.greatest ?? .max)]).sorted()
        var texts = facts.formats.compactMap { Self.formats[$0] }
        if (5...Self.longest).contains(least) { texts.append("text" + String(repeating: "x", count: least - 4)) }
        texts += ["text", "another text", "Ab1"]
        texts += facts.patterns.flatMap { PatternExample.texts(of: $0, atLeast: least) }
        let counts: [Int] = lengths + [facts.lengths.greatest].compactMap(\.self) + [16]
        for count in counts where count <= Self.longest {
            // Passwords often require a letter of each case, a digit and a symbol.
            texts.append(String(repeating: "x", count: count))
            texts.append(String(String(repeating: "Ab1!", count: count / 4 + 1).prefix(count)))
        }
        return texts.filter { fits($0, facts) }
    }

    package func fits(_ text: String, _ facts: SchemaFacts) -> Bool {
        facts.lengths.contains(text.unicodeScalars.count)
            && facts.patterns.allSatisfy { KeywordCheck.isFound($0, in: text) }
            && facts.formats.allSatisfy { KeywordCheck.meets(["format": .string($0)], .string(text)) }
    }

    private func numbers(of facts: SchemaFacts) -> [JSONNumber] {
        var numbers = ["1", "0", "2", "-1", "0.5", "1.5", "-0.5"].compactMap { JSONNumber(text: $0) }
        let (low, high) = (facts.lowerBound?.value, facts.upperBound?.value)
        for bound in [low, high].compactMap(\.self) {
            numbers.append(bound)
            numbers += [-1, -0.5, 0.5, 1].compactMap { Self.sum(bound, $0) }
        }
        if let low, let high { numbers += [JSONNumber((low.doubleValue + high.doubleValue) / 2)].compactMap(\.self) }
        for divisor in facts.divisors {
            numbers.append(divisor)
            let count = ((low?.doubleValue ?? 0) / divisor.doubleValue).rounded(.up)
            numbers += [count, count + 1].compactMap { JSONNumber($0 * divisor.doubleValue) }
        }
        return numbers.filter { fits($0, facts) }
    }

    package func fits(_ number: JSONNumber, _ facts: SchemaFacts) -> Bool {
        guard facts.types.contains(number.isInteger ? .integer : .fraction) else { return false }
        if let low = facts.lowerBound, number < low.value || number == low.value && low.isExclusive { return false }
        if let high = facts.upperBound, high.value < number || number == high.value && high.isExclusive { return false }
        return facts.divisors.allSatisfy { KeywordCheck.meets(["multipleOf": .number($0)], .number(number)) }
    }

    package static func sum(_ number: JSONNumber, _ step: Double) -> JSONNumber? {
        if let integer = number.intValue, let whole = Int(exactly: step) {
            let (sum, overflows) = integer.addingReportingOverflow(whole)
            return overflows ? nil : JSONNumber(sum)
        }
        return JSONNumber(number.doubleValue + step)
    }

    /// An example of each format that plain text does not meet.
    private static let formats = [
        "date-time": "2024-02-29T12:00:00Z", "date": "2024-02-29", "time": "12:00:00Z", "duration": "P1D",
        "email": "ada@example.com", "idn-email": "ada@example.com", "hostname": "example.com",
        "idn-hostname": "example.com", "ipv4": "127.0.0.1", "ipv6": "::1", "uri": "https://example.com/a",
        "url": "https://example.com/a", "uri-reference": "/a", "iri": "https://example.com/a", "iri-reference": "/a",
        "uuid": "123e4567-e89b-12d3-a456-426614174000", "uri-template": "/a/{b}", "json-pointer": "/a",
        "relative-json-pointer": "1/a", "regex": "a+", "byte": "dGV4dA==",
    ]
}
