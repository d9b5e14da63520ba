import ContractFormat
import JSONSchema

/// Fills a good instance with what its schema speaks of and no instance holds, so that those places are probed too.
enum InstanceCompletion {
    /// The instance with a value in every property that is absent or null and an element in every empty array, as far as
    /// the schema accepts it; `nil` where nothing is to be added.
    static func completed(_ instance: JSON, of model: ModelContract) -> JSON? {
        let walk = SchemaWalk(document: model.schema.root)
        var whole = instance
        func visit(_ pointer: JSONPointer, _ schemas: [JSON], depth: Int) {
            guard depth < 8, let value = whole[pointer: pointer] else { return }
            let applying = walk.applying(schemas)
            switch value {
            case .object(let members):
                let names = applying.flatMap { $0["properties"]?.objectValue?.keys ?? [] }
                for name in names where members[name]?.isNull ?? true {
                    guard case .object(var filled)? = whole[pointer: pointer] else { continue }
                    filled[name] = sample(walk.applying(walk.member(name, of: applying)), walk, depth: depth)
                    keep(whole.replacing(pointer, with: .object(filled)))
                }
                for name in whole[pointer: pointer]?.objectValue?.keys ?? [] {
                    visit(pointer.appending(name), walk.member(name, of: applying), depth: depth + 1)
                }
            case .array(let elements):
                if elements.isEmpty {
                    let element = sample(walk.applying(walk.element(0, of: applying)), walk, depth: depth)
                    keep(whole.replacing(pointer, with: .array([element])))
                }
                visit(pointer.appending(0), walk.element(0, of: applying), depth: depth + 1)
            case .null, .bool, .number, .string: break
            }
        }
        func keep(_ candidate: JSON) {
            if model.schema.schema.accepts(candidate) { whole = candidate }
        }
        visit(.root, [model.schema.json], depth: 0)
        return whole == instance ? nil : whole
    }

    /// A plain value that the schemas of a place are likely to accept.
    private static func sample(_ schemas: [JSONObject], _ walk: SchemaWalk, depth: Int) -> JSON {
        for keyword in ["const", "default"] {
            if let value = schemas.lazy.compactMap({ $0[keyword] }).first(where: { !$0.isNull }) { return value }
        }
        for keyword in ["enum", "examples"] {
            if let value = schemas.lazy.flatMap({ $0[keyword]?.arrayValue ?? [] }).first(where: { !$0.isNull }) {
                return value
            }
        }
        let types = schemas.flatMap { schema in
            schema["type"].map { $0.arrayValue ?? [$0] } ?? []
        }.compactMap(\.stringValue)
        switch types.first(where: { $0 != "null" }) {
        case "integer", "number":
            let least = schemas.compactMap { $0["minimum"]?.numberValue ?? $0["exclusiveMinimum"]?.numberValue }.max()
            return .number(JSONNumber((least?.intValue ?? 0) &+ 1))
        case "boolean": return true
        case "array": return []
        case "object":
            guard depth < 8 else { return [:] }
            let required = schemas.flatMap { $0["required"]?.arrayValue ?? [] }.compactMap(\.stringValue)
            return .object(
                JSONObject(
                    required.map { name in
                        (name, sample(walk.applying(walk.member(name, of: schemas)), walk, depth: depth + 1))
                    }))
        default:
            let format = schemas.lazy.compactMap { $0["format"]?.stringValue }.first
            let length = schemas.compactMap { $0["minLength"]?.intValue }.max() ?? 0
            return .string(
                format.flatMap { formats[$0] } ?? "text" + String(repeating: "x", count: max(0, min(length, 1_000) - 4))
            )
        }
    }

    private static let formats = [
        "date-time": "2024-02-29T12:00:00Z", "date": "2024-02-29", "time": "12:00:00Z", "email": "a@b.example",
        "ipv4": "127.0.0.1", "ipv6": "::1", "uri": "https://example.com/a", "uri-reference": "/a",
        "uuid": "123e4567-e89b-12d3-a456-426614174000", "hostname": "example.com",
    ]
}
