import ContractFormat
import JSONSchema

protocol ProbeStrategy: SendableMetatype {
    static func changes(at site: ProbeSite) -> [ProbeChange]
}

/// The generation of a model's probes from its valid instances, deterministic and in a stable order.
package enum ProbeGenerator {
    private static let strategies: [any ProbeStrategy.Type] = [
        MissingStrategy.self, TypeStrategy.self, NumberStrategy.self, StringStrategy.self, ChoiceStrategy.self,
        AlternativeStrategy.self, ArrayStrategy.self, UnknownPropertyStrategy.self, PairStrategy.self,
    ]

    /// Returns the unchanged instances, and generated ones with dates in 2009 or with every property filled.
    package static func wholeProbes(of model: ModelContract, instances: [Instance]) -> [Probe] {
        var probes = instances.map {
            Probe(name: $0.name, kind: $0.isRecorded ? .recorded : .example, input: .json($0.json))
        }
        guard let first = instances.first(where: { model.schema.schema.accepts($0.json) }) else { return probes }
        let early = [first.json.inYear2009].compactMap(\.self).filter(model.schema.schema.accepts).map {
            Probe(name: "\(first.name) has dates in 2009", kind: .example, input: .json($0), isMade: true)
        }
        let completed = InstanceCompletion.completed(first.json, of: model.schema.view, model.schema.schema)
            .enumerated().map { index, json in
                let name = "every property has a value\(index == 0 ? "" : " (\(index + 1))")"
                return Probe(name: name, kind: .example, input: .json(json), isMade: true)
            }
        // Insert directly after the first instance, because these reveal no further read members.
        probes.insert(contentsOf: early, at: 1)
        return probes + completed
    }

    /// Returns probes that change valid instances in every relevant way, at each place and depth.
    ///
    /// - Parameter asked: the member names that the model requests.
    static func changeProbes(
        of model: ModelContract, _ values: ValueMap? = nil, good: [JSON], takesData: Bool, asked: Set<String> = [],
        where isWanted: (ProbeSite) -> Bool = { _ in true }
    ) -> [Probe] {
        let properties = Dictionary(grouping: model.properties) { $0.pointer.tokens }
        let sites = sites(in: good, of: model.schema)
        let root = sites.first(where: \.isRoot)
        let known =
            (root?.schemas ?? []).propertyNames + (root?.value.objectValue?.keys ?? [])
        let folded = Set(known.map(MemberName.folded))
        let unknown = asked.filter { !folded.contains(MemberName.folded($0)) }.sorted()
        var probes: [Probe] = []
        for var site in sites where isWanted(site) {
            if site.place.tokens.count < 2 { site.asked = unknown }
            site.map = properties
            site.isDecoded = takesData
            site.add(strategies, to: &probes, isBrief: site.isRepeated || values?.leavesUnread(site.place) ?? false)
        }
        if takesData, let first = good.first {
            probes += TextStrategy.probes(of: first)
        }
        return probes
    }

    /// Returns copies of a valid instance, each with one relevant change at one place.
    package static func changes(of instance: JSON, _ schema: EmbeddedSchema) -> [JSON] {
        sites(in: [instance], of: schema).reduce(into: []) { $1.add(strategies, to: &$0, isBrief: $1.isRepeated) }
            .compactMap(\.input.json).distinct
    }

    /// Returns the places of instances at every depth, once for each type and kind of value.
    static func sites(in instances: [JSON], of schema: EmbeddedSchema) -> [ProbeSite] {
        var seen: [JSONPointer: Set<String>] = [:]
        var described: [[SchemaView]: Set<String>] = [:]
        var sites: [ProbeSite] = []
        func visit(
            _ json: JSON, _ pointer: JSONPointer, _ schemas: [SchemaView], _ kind: String, _ instance: JSON,
            _ siblings: [String] = []
        ) {
            let applicable = schemas.applicableSchemas
            let kind = kind + json.kind(among: applicable)
            // Visit a place again if another instance has a value of a different type or kind there.
            let name = "\(json.typeName) \(kind)"
            let names = seen[pointer]
            // A null that no schema describes does not reveal the member's type.
            let isUndescribedNull = json.isNull && applicable.isEmpty
            if !isUndescribedNull, names == nil || !json.isNull && names?.contains(name) == false {
                seen[pointer, default: []].insert(name)
                sites.append(
                    ProbeSite(
                        place: pointer, instance: instance, value: json, schemas: applicable,
                        isRepeated: !schemas.isEmpty && !described[schemas, default: []].insert(name).inserted,
                        siblings: siblings))
            }
            switch json {
            case .object(let members):
                let names = applicable.propertyNames
                for (key, value) in members {
                    visit(
                        value, pointer.appending(key), applicable.member(key), kind, instance,
                        names.contains(key) ? names + members.keys : [])
                }
            case .array(let elements):
                for index in representatives(of: elements, applicable.element(0)) {
                    visit(elements[index], pointer.appending(index), applicable.element(index), kind, instance)
                }
            case .null, .bool, .number, .string: break
            }
        }
        // The first of several instances with the same members and types has all of their places.
        var outlines: [Int: Set<String>] = [:]
        let root = [schema.view]
        let alternatives = root.applicableSchemas.filter(\.hasAlternatives)
        for instance in instances {
            let kind = instance.kind(among: alternatives)
            if outlines[instance.outline, default: []].insert(kind).inserted {
                visit(instance, .root, root, "", instance)
            }
        }
        return sites
    }

    /// Returns the first, a middle and the last index, and the first index of each kind.
    private static func representatives(of elements: [JSON], _ schemas: [SchemaView]) -> [Int] {
        if elements.isEmpty { return [] }
        var indices: Set = [0, elements.count / 2, elements.count - 1]
        let applicable = schemas.applicableSchemas
        if applicable.contains(where: \.hasAlternatives) {
            var kinds: Set<String> = []
            for (index, element) in elements.prefix(100).enumerated() where kinds.count < 8 {
                if kinds.insert(element.kind(among: applicable)).inserted { indices.insert(index) }
            }
        }
        return indices.sorted()
    }
}

extension JSON {
    /// A hash of the value's members and types, without its scalars. Probes treat instances with one outline alike.
    var outline: Int {
        var hasher = Hasher()
        for (name, value) in descendants {
            hasher.combine(name)
            hasher.combine(value.plainType)
            hasher.combine(value.arrayValue?.count ?? value.objectValue?.count)
        }
        return hasher.finalize()
    }

    fileprivate func kind(among schemas: [SchemaView]) -> String {
        guard objectValue != nil else { return "" }
        return schemas.flatMap { view in
            ["anyOf", "oneOf"].flatMap(view.children).map { $0.schema?.accepts(self) ?? true ? "+" : "-" }
        }.joined()
    }
}

extension SchemaView {
    fileprivate var hasAlternatives: Bool { json["anyOf"] != nil || json["oneOf"] != nil }
}
