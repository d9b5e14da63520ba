import ContractFormat
import JSONSchema

/// Lists and objects with one valid hostile value each.
struct HostileContainers {
    /// The maximum nesting depth: lists of objects of lists.
    private static let deepest = 3
    /// The maximum number of values, each of which costs a builder call.
    private static let maximumCount = 1_000
    /// More than 20 and 50, the usual limits of metadata.
    private static let manyKeys = 60

    private let sampler = SchemaSampler(prefersText: true)

    static func values(of argument: ArgumentContract) -> [HostileValues.Value] {
        let values = HostileContainers().values(of: [argument.schema.view], depth: 0)
        return Array(values.filter { argument.schema.schema.accepts($0.json) }.prefix(maximumCount))
    }

    private func values(of schemas: [SchemaView], depth: Int) -> [HostileValues.Value] {
        guard depth < Self.deepest else { return [] }
        return SchemaAlternatives().alternatives(of: schemas).flatMap { facts in
            (facts.types.isDisjoint(with: .array) ? [] : lists(of: facts, depth))
                + (facts.types.isDisjoint(with: .object) ? [] : objects(of: facts, depth))
        }
    }

    private func lists(of facts: SchemaFacts, _ depth: Int) -> [HostileValues.Value] {
        var values: [HostileValues.Value] = []
        for index in 0..<max(1, facts.prefixLength) {
            let elements = accepted(by: facts.element(at: index), depth)
            values += elements.compactMap { element in
                sampler.array(of: facts, with: (index, element.json)).map {
                    HostileValues.Value(name: "a list with \(element.name)", json: $0)
                }
            }
            guard index == facts.prefixLength else { continue }
            if let usual = sampler.value(of: facts.element(at: index)), !usual.isNull {
                // A builder that splits or truncates a list does so near the schema's limit or at 100.
                for count in Set([2, min(facts.elementCounts.greatest ?? 200, Self.maximumCount)]).sorted()
                where count > 1 {
                    let name = count == 2 ? "one value twice" : "one value \(count) times"
                    let list = JSON.array(Array(repeating: usual, count: count))
                    values.append(HostileValues.Value(name: "a list with \(name)", json: list))
                }
            }
            let all = elements.prefix(facts.elementCounts.greatest ?? .max).map(\.json)
            values += [
                HostileValues.Value(name: "a list of \(all.count) values", json: .array(all)),
                HostileValues.Value(name: "a list of \(all.count) values backwards", json: .array(all.reversed())),
            ]
        }
        return values
    }

    /// Returns objects of the required members plus one hostile member or, if names are open, one hostile key.
    private func objects(of facts: SchemaFacts, _ depth: Int) -> [HostileValues.Value] {
        typealias Object = (what: String, members: [(name: String, value: JSON)])
        let members = (facts.declaredNames + ["otherName"]).flatMap { name -> [Object] in
            let schemas = facts.member(name).schemas
            return (schemas.isEmpty ? [] : accepted(by: schemas, depth)).map {
                ("whose '\(name)' is \($0.name)", [(name, $0.json)])
            }
        }
        func usual(_ name: String) -> JSON? {
            let schemas = facts.member(name).schemas
            return schemas.isEmpty ? nil : sampler.value(of: schemas)
        }
        let names = HostileValues.scalars(of: facts.sources.compactMap { $0.child("propertyNames") })
        let keys = names.compactMap { name -> Object? in
            guard let key = name.json.stringValue, !facts.declaredNames.contains(key) else { return nil }
            return usual(key).map { ("with \(name.name) as a key", [(key, $0)]) }
        }
        let many = (1...Self.manyKeys).compactMap { number in usual("key\(number)").map { ("key\(number)", $0) } }
        let least: Object = ("with only its required properties", [])
        let wide: [Object] = many.isEmpty ? [] : [("with \(many.count) keys", many)]
        return ([least] + wide + members + keys).compactMap { what, members in
            sampler.object(of: facts, with: members).map { HostileValues.Value(name: "an object \(what)", json: $0) }
        }
    }

    /// Returns the hostile values valid in a list or object, without null, which builders may omit or keep.
    private func accepted(by schemas: [SchemaView], _ depth: Int) -> [HostileValues.Value] {
        (HostileValues.scalars(of: schemas) + values(of: schemas, depth: depth + 1)).filter { value in
            !value.json.isNull && schemas.allSatisfy { $0.schema?.accepts(value.json) ?? true }
        }
    }
}
