import ContractFormat
import JSONSchema

/// The completion of a valid instance with absent places that its schema describes, so that probes cover them too.
package struct InstanceCompletion {
    /// Bounds schemas whose objects contain each other through several definitions.
    private static let deepest = 8
    /// Bounds objects that refer to each other. Counts members and elements at any depth.
    private static let maximumValues = 400
    package static let maximumValuesTogether = 64
    private let instance: JSON
    private let cache = JSONPartCache()
    private let schema: Schema
    private let sampler: SchemaSampler
    private var whole: JSON
    private var fillings: [(place: JSONPointer, value: JSON)] = []
    private var added = 0
    private var addedTogether = 0
    private var waiting: [Site]

    private struct Site {
        let place: JSONPointer
        let schemas: [SchemaView]
        let around: Set<SchemaView>
    }

    /// Fills every absent or null property and every empty array. Starts another instance after `together` values.
    package static func completed(
        _ instance: JSON, of view: SchemaView, _ schema: Schema, together: Int = maximumValuesTogether
    ) -> [JSON] {
        var completion = InstanceCompletion(instance, view, schema)
        var completed: [JSON] = []
        var next = 0
        while next < completion.waiting.count, completion.added < maximumValues {
            if completion.addedTogether >= together {
                completed.append(completion.whole)
                (completion.whole, completion.addedTogether) = (instance, 0)
            }
            completion.fill(completion.waiting[next])
            next += 1
        }
        return completion.whole == instance ? completed : completed + [completion.whole]
    }

    /// Returns one instance with everything filled in, for documents that describe members but require none.
    package static func whole(_ instance: JSON, of view: SchemaView, _ schema: Schema) -> JSON {
        completed(instance, of: view, schema, together: maximumValues).first ?? instance
    }

    private init(_ instance: JSON, _ view: SchemaView, _ schema: Schema) {
        self.instance = instance
        cache.add(instance)
        whole = instance
        self.schema = schema
        sampler = SchemaSampler(prefersText: true)
        waiting = [Site(place: .root, schemas: [view], around: [])]
    }

    private mutating func fill(_ site: Site) {
        let own = Set(site.schemas.map(\.resolved))
        // Recursive schemas are filled at their outermost place only.
        guard site.place.tokens.count < Self.deepest, own.isDisjoint(with: site.around) else { return }
        // Restore the enclosing places that an instance started later lacks.
        for (place, value) in fillings where site.place.tokens.starts(with: place.tokens) && isUnfilled(place) {
            guard keep(value, at: place) else { return }
        }
        guard let value = whole[pointer: site.place] else { return }
        // Skip alternatives that reject the value: they would add the members of another kind.
        let applicable = site.schemas.applicableSchemas.filter { $0.schema?.accepts(value) ?? true }
        var inner: [(token: String, schemas: [SchemaView])] = []
        switch value {
        case .object:
            let names = applicable.flatMap { $0.json["properties"]?.objectValue?.keys ?? [] }
            for name in names where isUnfilled(site.place.appending(name), isList: false) && added < Self.maximumValues
            {
                sample(applicable.member(name)).map { add($0, at: site.place.appending(name)) }
            }
            inner = (whole[pointer: site.place]?.objectValue?.keys ?? []).map { ($0, applicable.member($0)) }
        case .array(let elements):
            if elements.isEmpty { sample(applicable.element(0)).map { add([$0], at: site.place) } }
            inner = [("0", applicable.element(0))]
        case .null, .bool, .number, .string: break
        }
        for (token, schemas) in inner {
            let place = site.place.appending(token)
            guard let value = whole[pointer: place], value.objectValue != nil || value.arrayValue != nil else {
                continue
            }
            waiting.append(Site(place: place, schemas: schemas, around: site.around.union(own)))
        }
    }

    private func isUnfilled(_ place: JSONPointer, isList: Bool = true) -> Bool {
        whole[pointer: place].map { $0.isNull || isList && $0.arrayValue?.isEmpty == true } ?? true
    }

    private mutating func add(_ value: JSON, at place: JSONPointer) {
        let count = value.descendants.count
        added += count
        addedTogether += count
        if keep(value, at: place) { fillings.append((place, value)) }
    }

    private mutating func keep(_ value: JSON, at place: JSONPointer) -> Bool {
        let candidate = whole.setting(place, to: value)
        guard schema.accepts(candidate, cache: cache) else { return false }
        whole = candidate
        return true
    }

    private func sample(_ schemas: [SchemaView]) -> JSON? {
        ([schemas] + schemas.map { [$0] }).lazy.flatMap(sampler.values).first { !$0.isNull }
    }
}
