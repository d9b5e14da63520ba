import ContractFormat
import JSONSchema

/// A way to change a good instance at one place.
protocol ProbeStrategy: SendableMetatype {
    static func changes(at site: ProbeSite) -> [ProbeChange]
}

/// Derives the probes of a model from good instances of it, deterministically and in a stable order.
package enum ProbeGenerator {
    private static let strategies: [any ProbeStrategy.Type] = [
        MissingStrategy.self, TypeStrategy.self, NumberStrategy.self, StringStrategy.self, ChoiceStrategy.self,
        ArrayStrategy.self, UnknownPropertyStrategy.self, PairStrategy.self,
    ]

    /// Whole instances as they are; after the good ones, those in which every property has a value.
    package static func wholeProbes(of model: ModelContract, instances: [Instance]) -> [Probe] {
        var probes = instances.map {
            Probe($0.name, $0.isRecorded ? .recorded : .example, .json($0.json))
        }
        if let first = instances.first(where: { model.schema.schema.accepts($0.json) }) {
            let completed = InstanceCompletion.completed(first.json, of: model)
            var made = completed.enumerated().map { index, json in
                Probe(index == 0 ? Probe.completed : "\(Probe.completed) (\(index + 1))", .example, .json(json))
            }
            if let early = first.json.inYear2009, model.schema.schema.accepts(early) {
                // Beside the first, as it shows no more of which members are read.
                var probe = Probe("\(first.name), with its days in 2009", .example, .json(early))
                probe.isMade = true
                probes.insert(probe, at: 1)
            }
            for index in made.indices { made[index].isMade = true }
            probes += made
        }
        return probes
    }

    /// Good instances changed in every way that matters, at each place at every depth.
    ///
    /// - Parameter values: knows the members that nothing reads.
    static func changeProbes(
        of model: ModelContract, _ values: ValueMap? = nil, good: [JSON], takesData: Bool,
        where isWanted: (ProbeSite) -> Bool = { _ in true }
    ) -> [Probe] {
        let properties = Dictionary(grouping: model.properties) { $0.pointer.tokens }
        var probes = sites(in: good, of: model.schema).filter(isWanted).flatMap { site in
            var site = site
            site.properties = properties[ProbePlace.pattern(of: site.place.pointer.tokens)] ?? []
            site.isDecoded = takesData
            return site.probes(strategies, isBrief: site.isRepeated || values?.leavesUnread(site.place) ?? false)
        }
        if takesData, let first = good.first {
            probes += TextStrategy.probes(of: first)
        }
        return probes
    }

    /// A good instance of a schema, changed at each place in every way that matters.
    static func changes(of instance: JSON, _ schema: EmbeddedSchema) -> [JSON] {
        var seen: Set<JSON> = []
        return sites(in: [instance], of: schema).flatMap { site in
            site.probes(strategies, isBrief: site.isRepeated).compactMap { probe -> JSON? in
                guard case .json(let json) = probe.input, seen.insert(json).inserted else { return nil }
                return json
            }
        }
    }

    /// The places of good instances, at every depth, each once for every type and kind of value that it has.
    static func sites(in instances: [JSON], of schema: EmbeddedSchema) -> [ProbeSite] {
        var seen: [JSONPointer: Set<String>] = [:]
        var described: [[SchemaView]: Set<String>] = [:]
        var sites: [ProbeSite] = []
        let check = KeywordCheck()
        /// - Parameter kind: which alternatives the values around are instances of.
        func visit(
            _ json: JSON, _ pointer: JSONPointer, _ schemas: [SchemaView], _ kind: String, _ instance: JSON,
            _ siblings: [String] = []
        ) {
            let applying = schemas.applying
            let kind = kind + json.kind(among: applying)
            // A place that has a value of another type, or of another kind, in another instance is taken again.
            let name = "\(json.typeName) \(kind)"
            let names = seen[pointer]
            // A null that no schema speaks of does not tell the type of its member.
            let isOpen = json.isNull && applying.isEmpty
            if !isOpen, names == nil || !json.isNull && names?.contains(name) == false {
                seen[pointer, default: []].insert(name)
                sites.append(
                    ProbeSite(
                        place: ProbePlace(pointer), instance: instance, value: json, schemas: applying,
                        isRepeated: !schemas.isEmpty && !described[schemas, default: []].insert(name).inserted,
                        siblings: siblings))
            }
            switch json {
            case .object(let members):
                let names = applying.flatMap { $0.members("properties").map(\.name) }
                for (key, value) in members {
                    visit(
                        value, pointer.appending(key), applying.member(key, check), kind, instance,
                        names.contains(key) ? names + members.keys : [])
                }
            case .array(let elements):
                for index in representatives(of: elements, applying.element(0)) {
                    visit(elements[index], pointer.appending(index), applying.element(index), kind, instance)
                }
            case .null, .bool, .number, .string: break
            }
        }
        // Of many instances with the same members and types the first has every place that the others have.
        var outlines: Set<[Int]> = []
        let root = [schema.view]
        let alternatives = root.applying.filter(\.hasAlternatives)
        for instance in instances {
            let kind = instance.kind(among: alternatives)
            if outlines.insert([JSONOutline(of: instance).hashValue, kind.hashValue]).inserted {
                visit(instance, .root, root, "", instance)
            }
        }
        return sites
    }

    /// The first, a middle and the last element stand for all, and the first of each kind.
    private static func representatives(of elements: [JSON], _ schemas: [SchemaView]) -> [Int] {
        if elements.isEmpty { return [] }
        var indices: Set = [0, elements.count / 2, elements.count - 1]
        let applying = schemas.applying
        if applying.contains(where: \.hasAlternatives) {
            var kinds: Set<String> = []
            for (index, element) in elements.prefix(100).enumerated() where kinds.count < 8 {
                if kinds.insert(element.kind(among: applying)).inserted { indices.insert(index) }
            }
        }
        return indices.sorted()
    }
}

extension JSON {
    /// Which of several alternatives an object is an instance of, as text.
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
