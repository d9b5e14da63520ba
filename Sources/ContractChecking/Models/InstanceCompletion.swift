import ContractFormat
import JSONSchema

/// Fills a good instance with what its schema speaks of and no instance holds, so that those places are probed too.
struct InstanceCompletion {
    private static let deepest = 8
    /// Objects that refer to each other would be filled without end, and each probe is made of the whole.
    private static let mostMembers = 400
    private let schema: EmbeddedSchema
    private let check = KeywordCheck()
    private let sampler: SchemaSampler
    private var whole: JSON
    private var added = 0
    private var waiting: [Site] = []

    /// A place that is still to be filled.
    private struct Site {
        let pointer: JSONPointer
        let schemas: [SchemaView]
        /// What the places around it are described by.
        let around: Set<SchemaView>
    }

    /// The instance with a value in every property that is absent or null and an element in every empty array, as far as
    /// the schema accepts it; `nil` where nothing is to be added.
    static func completed(_ instance: JSON, of model: ModelContract) -> JSON? {
        var completion = InstanceCompletion(instance, model.schema)
        var next = 0
        // The outer places first, as there may be too many.
        while next < completion.waiting.count, completion.added < mostMembers {
            completion.fill(completion.waiting[next])
            next += 1
        }
        return completion.whole == instance ? nil : completion.whole
    }

    private init(_ instance: JSON, _ schema: EmbeddedSchema) {
        whole = instance
        self.schema = schema
        sampler = SchemaSampler(check, prefersText: true)
        waiting = [Site(pointer: .root, schemas: [schema.view], around: [])]
    }

    private mutating func fill(_ site: Site) {
        let pointer = site.pointer
        let own = Set(site.schemas.map(\.resolved))
        // What stands within itself is filled outside.
        guard pointer.tokens.count < Self.deepest, own.isDisjoint(with: site.around),
            let value = whole[pointer: pointer]
        else { return }
        let applying = site.schemas.applying
        func wait(_ token: String, _ schemas: [SchemaView]) {
            waiting.append(
                Site(pointer: pointer.appending(token), schemas: schemas, around: site.around.union(own)))
        }
        switch value {
        case .object(let members):
            for name in applying.flatMap({ $0.json["properties"]?.objectValue?.keys ?? [] })
            where members[name]?.isNull ?? true {
                guard added < Self.mostMembers, case .object(var filled)? = whole[pointer: pointer],
                    let value = sample(applying.member(name, check))
                else { continue }
                filled[name] = value
                keep(whole.replacing(pointer, with: .object(filled)))
            }
            for name in whole[pointer: pointer]?.objectValue?.keys ?? [] { wait(name, applying.member(name, check)) }
        case .array(let elements):
            if elements.isEmpty, let element = sample(applying.element(0)) {
                keep(whole.replacing(pointer, with: .array([element])))
            }
            wait("0", applying.element(0))
        case .null, .bool, .number, .string: break
        }
    }

    private mutating func keep(_ candidate: JSON) {
        added += 1
        if schema.schema.accepts(candidate) { whole = candidate }
    }

    /// A value of all schemas of a place, or of one of several alternatives.
    private func sample(_ schemas: [SchemaView]) -> JSON? {
        ([schemas] + schemas.map { [$0] }).lazy.flatMap(sampler.values).first { !$0.isNull }
    }
}
