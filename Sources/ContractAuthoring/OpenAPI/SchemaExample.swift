import JSONSchema

/// Makes values that a schema is likely to accept; whoever takes one asks the schema.
struct SchemaExample {
    private static let deepest = 8
    private let schemas: LocalSchemas

    init(root: JSON) { schemas = LocalSchemas(root: root) }

    /// Candidates, the best first: what the schema itself gives, then plain values of its type.
    func values(of schema: JSON) -> [JSON] { values(of: schema, depth: 0) }

    /// The values that the schema itself gives: examples, a default, choices.
    func given(by schema: JSON) -> [JSON] { given(schemas.parts(of: schema)) }

    private func given(_ parts: [JSONObject]) -> [JSON] {
        parts.flatMap { part in
            (part["examples"]?.arrayValue ?? []) + [part["default"], part["const"]].compactMap { $0 }
                + (part["enum"]?.arrayValue ?? [])
        }.filter { !$0.isNull }
    }

    private func values(of schema: JSON, depth: Int) -> [JSON] {
        guard depth < Self.deepest else { return [] }
        let parts = schemas.parts(of: schema)
        let given = given(parts)
        let branches = parts.flatMap { ($0["anyOf"] ?? $0["oneOf"])?.arrayValue ?? [] }
        let types = parts.compactMap { $0["type"] }.flatMap { $0.arrayValue ?? [$0] }.compactMap(\.stringValue)
        let isObject = parts.contains { $0["properties"] != nil }
        let plain = (types.isEmpty ? [isObject ? "object" : branches.isEmpty ? "string" : ""] : types)
            .filter { $0 != "null" }.flatMap { made($0, parts, depth) }
        let chosen = branches.prefix(4).flatMap { values(of: $0, depth: depth + 1).prefix(2) }
        return given + (isObject && !branches.isEmpty ? merged(plain, chosen) : plain + chosen)
    }

    /// Objects with the members of an alternative beside those that hold for all.
    private func merged(_ objects: [JSON], _ alternatives: [JSON]) -> [JSON] {
        let merged = objects.flatMap { object in
            alternatives.compactMap { alternative -> JSON? in
                guard var members = object.objectValue, let others = alternative.objectValue else { return nil }
                for (name, value) in others where members[name] == nil { members[name] = value }
                return .object(members)
            }
        }
        return merged + objects
    }

    private func made(_ type: String, _ parts: [JSONObject], _ depth: Int) -> [JSON] {
        switch type {
        case "boolean": return [true, false]
        case "integer", "number":
            let low = parts.compactMap { $0["minimum"]?.numberValue ?? $0["exclusiveMinimum"]?.numberValue }.max()
            let high = parts.compactMap { $0["maximum"]?.numberValue ?? $0["exclusiveMaximum"]?.numberValue }.min()
            let near = [low?.intValue.map { [$0 &+ 1, $0] } ?? [], high?.intValue.map { [$0 &- 1, $0] } ?? []].joined()
            let multiples = parts.compactMap { $0["multipleOf"] }
            return [1, 0] + near.map { .number(JSONNumber($0)) } + multiples
        case "array":
            let count = parts.compactMap { $0["minItems"]?.intValue }.max() ?? 0
            guard count > 0, count <= 100 else { return count == 0 ? [[]] : [] }
            let items = parts.compactMap { $0["items"] }.first ?? true
            let elements = values(of: items, depth: depth + 1)
            guard !elements.isEmpty else { return [] }
            return [.array((0..<count).map { elements[$0 % elements.count] })]
        case "object": return [object(parts, depth)].compactMap { $0 }
        default: return texts(parts)
        }
    }

    private func object(_ parts: [JSONObject], _ depth: Int) -> JSON? {
        var members: JSONObject = [:]
        for name in parts.flatMap({ $0["required"]?.arrayValue ?? [] }).compactMap(\.stringValue) {
            let schema = parts.lazy.compactMap { $0["properties"]?[name] ?? $0["additionalProperties"] }.first ?? true
            guard let value = values(of: schema, depth: depth + 1).first else { return nil }
            members[name] = value
        }
        return .object(members)
    }

    private func texts(_ parts: [JSONObject]) -> [JSON] {
        let formats = parts.compactMap { $0["format"]?.stringValue }.compactMap { Self.formats[$0] }
        let patterns = parts.compactMap { $0["pattern"]?.stringValue }.flatMap { pattern in
            (0..<8).compactMap { PatternExample.text(of: pattern, variant: $0) }
        }
        let least = min(parts.compactMap { $0["minLength"]?.intValue }.max() ?? 0, 1_000)
        let most = max(parts.compactMap { $0["maxLength"]?.intValue }.min() ?? 8, 0)
        let plain = ["text" + String(repeating: "x", count: max(0, least - 4)), String("text".prefix(most))]
        return (formats + patterns + plain).map(JSON.string)
    }

    private static let formats = [
        "date-time": "2024-02-29T12:00:00Z", "date": "2024-02-29", "time": "12:00:00Z", "duration": "P1D",
        "email": "ada@example.com", "idn-email": "ada@example.com", "ipv4": "127.0.0.1", "ipv6": "::1",
        "uri": "https://example.com/a", "url": "https://example.com/a", "iri": "https://example.com/a",
        "uri-reference": "/a", "uuid": "123e4567-e89b-12d3-a456-426614174000", "hostname": "example.com",
        "byte": "dGV4dA==", "json-pointer": "/a", "regex": "a+",
    ]
}
