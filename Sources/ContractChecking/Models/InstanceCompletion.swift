import ContractFormat
import JSONSchema

/// Fills a good instance with what its schema speaks of and no instance holds, so that those places are probed too.
struct InstanceCompletion {
    private static let deepest = 8
    private let schema: EmbeddedSchema
    private let check = KeywordCheck()
    private let sampler: SchemaSampler
    private var whole: JSON

    /// The instance with a value in every property that is absent or null and an element in every empty array, as far as
    /// the schema accepts it; `nil` where nothing is to be added.
    static func completed(_ instance: JSON, of model: ModelContract) -> JSON? {
        var completion = InstanceCompletion(instance, model.schema)
        completion.visit(.root, [model.schema.view], depth: 0)
        return completion.whole == instance ? nil : completion.whole
    }

    private init(_ instance: JSON, _ schema: EmbeddedSchema) {
        whole = instance
        self.schema = schema
        sampler = SchemaSampler(check, prefersText: true)
    }

    private mutating func visit(_ pointer: JSONPointer, _ schemas: [SchemaView], depth: Int) {
        guard depth < Self.deepest, let value = whole[pointer: pointer] else { return }
        let applying = schemas.applying
        switch value {
        case .object(let members):
            for name in applying.flatMap({ $0.json["properties"]?.objectValue?.keys ?? [] })
            where members[name]?.isNull ?? true {
                guard case .object(var filled)? = whole[pointer: pointer],
                    let value = sample(applying.member(name, check))
                else { continue }
                filled[name] = value
                keep(whole.replacing(pointer, with: .object(filled)))
            }
            for name in whole[pointer: pointer]?.objectValue?.keys ?? [] {
                visit(pointer.appending(name), applying.member(name, check), depth: depth + 1)
            }
        case .array(let elements):
            if elements.isEmpty, let element = sample(applying.element(0)) {
                keep(whole.replacing(pointer, with: .array([element])))
            }
            visit(pointer.appending(0), applying.element(0), depth: depth + 1)
        case .null, .bool, .number, .string: break
        }
    }

    private mutating func keep(_ candidate: JSON) {
        if schema.schema.accepts(candidate) { whole = candidate }
    }

    /// A value of all schemas of a place, or of one of several alternatives.
    private func sample(_ schemas: [SchemaView]) -> JSON? {
        ([schemas] + schemas.map { [$0] }).lazy.flatMap(sampler.values).first { !$0.isNull }
    }
}
