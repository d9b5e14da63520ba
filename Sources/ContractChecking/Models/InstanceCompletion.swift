import ContractFormat
import JSONSchema

/// Fills a good instance with what its schema speaks of and it does not hold, so that those places are probed too. What would
/// make the instance long is filled into another one.
struct InstanceCompletion {
    private static let deepest = 8
    /// Objects that refer to each other would be filled without end. A value is a member or an element at any depth.
    private static let mostValues = 400
    private static let mostValuesTogether = 64
    private let instance: JSON
    private let parts = StoredParts()
    private let schema: EmbeddedSchema
    private let check = KeywordCheck()
    private let sampler: SchemaSampler
    private var whole: JSON
    private var added = 0
    private var addedTogether = 0
    private var waiting: [Site] = []

    private struct Filling {
        let pointer: JSONPointer
        let value: JSON
    }

    private struct Site {
        let pointer: JSONPointer
        let schemas: [SchemaView]
        /// The schemas of the places around it.
        let around: Set<SchemaView>
        /// The values that create the place in an instance without it, the outermost first.
        let fillings: [Filling]
    }

    /// Fills every property that is absent or null, and every empty array, as far as the schema accepts it.
    static func completed(_ instance: JSON, of model: ModelContract) -> [JSON] {
        var completion = InstanceCompletion(instance, model.schema)
        var completed: [JSON] = []
        var next = 0
        // The outer places first, as there may be too many.
        while next < completion.waiting.count, completion.added < mostValues {
            if completion.addedTogether >= mostValuesTogether { completed.append(completion.begin()) }
            completion.fill(completion.waiting[next])
            next += 1
        }
        if completion.whole != instance { completed.append(completion.whole) }
        return completed
    }

    private init(_ instance: JSON, _ schema: EmbeddedSchema) {
        self.instance = instance
        parts.add(instance)
        whole = instance
        self.schema = schema
        sampler = SchemaSampler(check, prefersText: true)
        waiting = [Site(pointer: .root, schemas: [schema.view], around: [], fillings: [])]
    }

    /// Begins the next instance, and gives the one that is full.
    private mutating func begin() -> JSON {
        defer {
            whole = instance
            addedTogether = 0
        }
        return whole
    }

    private mutating func fill(_ site: Site) {
        let pointer = site.pointer
        let own = Set(site.schemas.map(\.resolved))
        // A schema that contains itself is filled outside.
        guard pointer.tokens.count < Self.deepest, own.isDisjoint(with: site.around) else { return }
        for filling in site.fillings where whole[pointer: filling.pointer]?.isUnfilled ?? true {
            guard keep(filling) else { return }
        }
        guard let value = whole[pointer: pointer] else { return }
        // An alternative that the value is none of would add the members of another kind.
        let applying = site.schemas.applying.filter { $0.schema?.accepts(value) ?? true }
        func wait(_ token: String, _ schemas: [SchemaView], _ filling: Filling?) {
            guard whole[pointer: pointer.appending(token)]?.hasPlaces == true else { return }
            waiting.append(
                Site(
                    pointer: pointer.appending(token), schemas: schemas, around: site.around.union(own),
                    fillings: site.fillings + [filling].compactMap(\.self)))
        }
        switch value {
        case .object(let members):
            var fillings: [String: Filling] = [:]
            for name in applying.flatMap({ $0.json["properties"]?.objectValue?.keys ?? [] })
            where members[name]?.isNull ?? true {
                guard added < Self.mostValues, let value = sample(applying.member(name, check)) else { continue }
                let filling = Filling(pointer: pointer.appending(name), value: value)
                if add(filling) { fillings[name] = filling }
            }
            for name in whole[pointer: pointer]?.objectValue?.keys ?? [] {
                wait(name, applying.member(name, check), fillings[name])
            }
        case .array(let elements):
            var filling: Filling?
            if elements.isEmpty, let element = sample(applying.element(0)) {
                let list = Filling(pointer: pointer, value: .array([element]))
                if add(list) { filling = list }
            }
            wait("0", applying.element(0), filling)
        case .null, .bool, .number, .string: break
        }
    }

    private mutating func add(_ filling: Filling) -> Bool {
        added += filling.value.valueCount
        addedTogether += filling.value.valueCount
        return keep(filling)
    }

    private mutating func keep(_ filling: Filling) -> Bool {
        let candidate = whole.setting(filling.pointer, to: filling.value)
        guard schema.schema.accepts(candidate, knowing: parts) else { return false }
        whole = candidate
        return true
    }

    /// A value of all schemas of a place, or of one of several alternatives.
    private func sample(_ schemas: [SchemaView]) -> JSON? {
        ([schemas] + schemas.map { [$0] }).lazy.flatMap(sampler.values).first { !$0.isNull }
    }
}

extension JSON {
    /// Whether something is to be filled in: it is null, or an array without elements.
    fileprivate var isUnfilled: Bool { isNull || arrayValue?.isEmpty == true }

    fileprivate var hasPlaces: Bool { objectValue != nil || arrayValue != nil }

    fileprivate var valueCount: Int {
        switch self {
        case .object(let members): members.values.reduce(1) { $0 + $1.valueCount }
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        case .null, .bool, .number, .string: 1
        }
    }
}
