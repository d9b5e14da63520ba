import ContractFormat
import JSONSchema

/// Generates realistic values from schemas, determined by a seed.
///
/// `SchemaSampler` returns the smallest valid value, but a client of a stub server needs lists with rows and rows with
/// all columns. This sampler caches schema facts and is not Sendable.
final class SeededSampler {
    typealias Facts = [[SchemaView]: [SchemaFacts]]

    private static let deepest = 8
    private let expansion: SchemaAlternatives
    private let plain: SchemaSampler
    private let models: [SchemaView: ModelContract]
    private let known: SampleStrings
    private var random: SplitMix
    /// Whether the next array of objects becomes a list of distinct rows.
    private var makesList: Bool
    /// Whether examples are the first rows of a list.
    private let isFirstPage: Bool
    private let rowCount: Int
    private typealias Conversions = [(tokens: ArraySlice<String>, conversion: ConversionContract)]
    /// The objects being generated, innermost last: the number of each, and the member or path that contains it.
    private var holders: [(number: Int, name: String)] = []
    /// The number of objects being generated that have these members.
    private var open: [[String]: Int] = [:]

    /// - Parameters:
    ///   - models: models by schema. Their examples are used as values, and their names describe objects.
    ///   - known: strings that the service has sent.
    ///   - facts: cached facts from an earlier sampler of the same schemas.
    ///   - makesList: whether the outermost array of objects becomes a list of distinct rows.
    ///   - isFirstPage: whether examples are the first rows of the list.
    ///   - limit: the largest number of rows.
    init(
        seed: UInt64, models: [SchemaView: ModelContract], known: SampleStrings, facts: Facts, makesList: Bool,
        isFirstPage: Bool, limit: Int?
    ) {
        (self.isFirstPage, rowCount) = (isFirstPage, min(max(limit ?? 8, 1), 8))
        expansion = SchemaAlternatives(known: facts)
        plain = SchemaSampler(expansion, prefersText: true)
        random = SplitMix(state: seed)
        self.models = models
        self.known = known
        self.makesList = makesList
    }

    var facts: Facts { expansion.isExhausted ? [:] : expansion.known }

    /// Returns a value that the schema accepts, or `nil` if none is found.
    ///
    /// - Parameter name: the name of the value, such as the last segment of a path.
    func value(of view: SchemaView, named name: String = "", accepts: (JSON) -> Bool) -> JSON? {
        expansion.begin()
        holders = [(Int(random.next() % 1000), name)]
        if let rich = rich([view], named: name, depth: 0), accepts(rich) { return rich }
        return plain.values(of: [view]).first(where: accepts)
    }

    /// - Parameter outer: the conversions of enclosing models, with paths relative to this value.
    private func rich(_ schemas: [SchemaView], named name: String, depth: Int, _ outer: Conversions = []) -> JSON? {
        if let written = written(for: schemas) { return pick(written) }
        let given = plain.examples(in: schemas).filter { !$0.isNull }
        if !given.isEmpty { return pick(given) }
        let alternatives = expansion.alternatives(of: schemas)
        guard let facts = alternatives.first(where: { !$0.types.subtracting(.null).isEmpty }) ?? alternatives.first
        else { return nil }
        if let values = facts.values, !values.isEmpty { return pick(values.filter { !$0.isNull }) ?? values[0] }
        let namesMembers = !facts.objects.isEmpty || !facts.required.isEmpty
        let model = model(of: schemas)
        let conversions = outer + (model?.conversions ?? [])
        if facts.types.contains(.object), namesMembers || facts.types.isSubset(of: [.object, .null]) {
            // An object within two of its kind, such as a reply to a reply, has no further ones.
            let kind = facts.declaredNames
            open[kind, default: 0] += 1
            defer { open[kind, default: 1] -= 1 }
            let isInner = open[kind, default: 1] > 2
            return object(
                of: facts, named: model?.name ?? name, depth: isInner ? Self.deepest : depth, conversions)
        }
        if facts.types.contains(.array), facts.types.isSubset(of: [.array, .null]) || !facts.arrays.isEmpty {
            return array(of: facts, named: name, depth: depth, conversions)
        }
        if let plausible = plausible(facts, name, conversions.first { $0.tokens.isEmpty }?.conversion) {
            return plausible
        }
        // The first values are the plainest. Values at bounds follow.
        let scalars = plain.values(of: facts).filter { !$0.isNull }.prefix(4)
        return pick(Array(scalars)) ?? (facts.types.contains(.null) ? .null : nil)
    }

    private func model(of schemas: [SchemaView]) -> ModelContract? {
        schemas.lazy.compactMap { self.models[$0] ?? self.models[$0.resolved] }.first
    }

    private func written(for schemas: [SchemaView]) -> [JSON]? {
        model(of: schemas).map(\.examples).flatMap { $0.isEmpty ? nil : $0 }
    }

    private var plausible: PlausibleValues {
        PlausibleValues(number: holders.last?.number ?? 0, holder: holders.last?.name ?? "", known: known)
    }

    private func plausible(_ facts: SchemaFacts, _ name: String, _ conversion: ConversionContract?) -> JSON? {
        let converted = conversion.map { plausible.texts(named: name, as: $0) } ?? []
        if facts.types.contains(.string) {
            let texts = converted + plausible.texts(named: name, formats: facts.formats)
            return texts.first { plain.fits($0, facts) }.map(JSON.string)
        }
        guard !facts.types.isDisjoint(with: .number) else { return nil }
        let numbers = converted.compactMap { JSONNumber(text: $0) } + plausible.numbers(named: name)
        return numbers.first { plain.fits($0, facts) }.map(JSON.number)
    }

    private func object(of facts: SchemaFacts, named holder: String, depth: Int, _ conversions: Conversions) -> JSON? {
        let wanted = depth < Self.deepest ? facts.declaredNames : []
        if wanted.isEmpty, facts.required.isEmpty, depth < Self.deepest,
            let entries = entries(of: facts, named: holder, depth, conversions)
        {
            return entries
        }
        var members = JSONObject()
        holders.append((holders.last?.number ?? 0, holder))
        defer { holders.removeLast() }
        for name in wanted + facts.required.filter({ !wanted.contains($0) }) {
            let schemas = facts.member(name).schemas
            if schemas.contains(where: { $0.json == false }) { continue }
            if let value = rich(schemas, named: name, depth: depth + 1, below(name, conversions)) {
                members[name] = value
            } else if facts.requires(name) {
                return plain.object(of: facts, depth: depth)
            }
        }
        guard facts.memberCounts.contains(members.count) else { return plain.object(of: facts, depth: depth) }
        return .object(members)
    }

    private func below(_ token: String, _ conversions: Conversions) -> Conversions {
        conversions.filter { $0.tokens.first == token || $0.tokens.first == "*" }.map { ($0.dropFirst(), $1) }
    }

    /// Returns a dictionary keyed by its values' identifiers, or `nil` if the schema does not describe its values.
    private func entries(
        of facts: SchemaFacts, named holder: String, _ depth: Int, _ conversions: Conversions
    ) -> JSON? {
        let patterns = facts.objects.flatMap(\.patterns).flatMap { PatternExample.texts(of: $0.name, atLeast: 0) }
        let first = Int(random.next() % 1000)
        var members = JSONObject()
        guard facts.memberCounts.least <= SchemaSampler.longest else { return nil }
        for index in 0..<max(facts.memberCounts.least, 1 + Int(random.next() % 3)) {
            holders.append((first + index, holder))
            defer { holders.removeLast() }
            let names = patterns + plausible.texts(named: "id", formats: [])
            guard let name = names.first(where: { members[$0] == nil && isDescribed($0, facts) }),
                let value = rich(
                    facts.member(name).schemas, named: holder, depth: depth + 1, below(name, conversions))
            else { continue }
            let own = value.objectValue?.identifier()?.text
            members[own.flatMap { isDescribed($0, facts) ? $0 : nil } ?? name] = value
        }
        return members.isEmpty || !facts.memberCounts.contains(members.count) ? nil : .object(members)
    }

    private func isDescribed(_ name: String, _ facts: SchemaFacts) -> Bool {
        facts.member(name).schemas.contains { !($0.json.objectValue?.isEmpty ?? true) }
    }

    private func array(of facts: SchemaFacts, named name: String, depth: Int, _ conversions: Conversions) -> JSON? {
        let counts = facts.elementCounts
        guard counts.least <= SchemaSampler.longest else { return nil }
        let isList = makesList && isOfObjects(facts)
        if isList { makesList = false }
        let wanted = depth >= Self.deepest ? 0 : isList ? rowCount : 1 + Int(random.next() % 3)
        let contained = facts.sources.compactMap { $0.child("contains") }
        let count = min(max(counts.least, contained.count, wanted), counts.greatest ?? .max)
        let first = Int(random.next() % 1000)
        var elements: [JSON] = []
        for index in 0..<count {
            holders.append((first + index, name))
            defer { holders.removeLast() }
            let schemas = facts.element(at: index) + contained.dropFirst(index).prefix(1)
            // Each example is used as a row once. Other rows are made up.
            let examples = isList && isFirstPage ? written(for: schemas) ?? [] : []
            let element =
                index < examples.count
                ? examples[index]
                : isList
                    ? made(schemas, named: name, depth: depth + 1, below("\(index)", conversions))
                    : rich(schemas, named: name, depth: depth + 1, below("\(index)", conversions))
            guard let element else { break }
            if isList || facts.hasUniqueItems, elements.contains(element) { continue }
            elements.append(element)
        }
        return elements.count >= counts.least ? .array(elements) : plain.array(of: facts, depth: depth)
    }

    private func isOfObjects(_ facts: SchemaFacts) -> Bool {
        expansion.alternatives(of: facts.element(at: 0)).contains { $0.types.contains(.object) && !$0.objects.isEmpty }
    }

    /// Returns a made-up object, or an example if none can be generated.
    private func made(_ schemas: [SchemaView], named name: String, depth: Int, _ outer: Conversions) -> JSON? {
        let facts = expansion.alternatives(of: schemas).first { $0.types.contains(.object) }
        let model = model(of: schemas)
        let conversions = outer + (model?.conversions ?? [])
        return facts.flatMap { object(of: $0, named: model?.name ?? name, depth: depth, conversions) }
            ?? rich(schemas, named: name, depth: depth, outer)
    }

    private func pick(_ values: [JSON]) -> JSON? {
        values.isEmpty ? nil : values[Int(random.next() % UInt64(values.count))]
    }
}

extension ModelContract {
    fileprivate var conversions: [(tokens: ArraySlice<String>, conversion: ConversionContract)] {
        (properties + elementProperties).compactMap { property in
            property.conversion.map { (property.pointer.tokens[...], $0) }
        }
    }
}

/// The SplitMix64 generator of Steele, Lea and Flood (2014), with 64 bits of state and a distinct sequence per seed.
package struct SplitMix {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
