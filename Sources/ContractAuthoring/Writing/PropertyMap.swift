import JSONSchema

/// Maps the properties of a schema to Swift properties of the same name: the start from which a person goes on.
///
/// Objects become nested values. What no stored property can be compared with is left out and told: objects without
/// known members, arrays of objects (a model of their own reads them), and alternatives that hold objects.
struct PropertyMap {
    /// More properties than these nobody binds: definitions that refer to each other nest without end.
    private static let limit = 300

    private let schemas: LocalSchemas
    private var count = 0
    /// What was not mapped, and why.
    private(set) var unmapped: [String] = []

    init(root: JSON) { schemas = LocalSchemas(root: root) }

    /// Property path to pointer.
    mutating func properties(of schema: JSON) -> JSONObject {
        var properties = JSONObject()
        map(schemas.parts(of: schema), "", .root, depth: 0, into: &properties)
        return properties
    }

    private mutating func map(
        _ parts: [JSONObject], _ prefix: String, _ pointer: JSONPointer, depth: Int, into properties: inout JSONObject
    ) {
        var names = DistinctNames()
        var keys: [String] = []
        for part in parts {
            for key in part["properties"]?.objectValue?.keys ?? [] where !keys.contains(key) { keys.append(key) }
        }
        for key in keys {
            let inner = parts.flatMap { $0["properties"]?[key].map(schemas.parts(of:)) ?? [] }
            let place = pointer.appending(key)
            guard count < Self.limit else {
                let remark = "there are more than \(Self.limit) nested values: map by hand the others that you read"
                if unmapped.last != remark { unmapped.append(remark) }
                return
            }
            let path = prefix + names.take(Naming.lowerCamel(key))
            switch Kind(inner, schemas) {
            case .value:
                properties[path] = .string(place.description)
                count += 1
            case .object where depth < 8: map(inner, path + ".", place, depth: depth + 1, into: &properties)
            case .object: unmapped.append("'\(place)' nests too deep for a property; map it by hand if you read it")
            case .unknown(let what):
                unmapped.append("'\(place)' is \(what): no property is mapped to it")
            }
        }
    }

    private enum Kind {
        case value
        case object
        case unknown(String)

        init(_ parts: [JSONObject], _ schemas: LocalSchemas, depth: Int = 0) {
            // A schema of alternatives and arrays may hold itself.
            guard depth < 6 else {
                self = .unknown("a schema that holds itself")
                return
            }
            if parts.contains(where: { $0["anyOf"] != nil || $0["oneOf"] != nil }) {
                let branches = parts.flatMap { ($0["anyOf"] ?? $0["oneOf"])?.arrayValue ?? [] }
                    .map(schemas.parts(of:)).filter { !Self.isNull($0) }
                if branches.count == 1 {
                    self = Kind(branches[0], schemas, depth: depth + 1)
                } else {
                    let isPlain = branches.allSatisfy {
                        if case .value = Kind($0, schemas, depth: depth + 1) { true } else { false }
                    }
                    self = isPlain ? .value : .unknown("a choice between objects")
                }
                return
            }
            let types = Set(parts.flatMap { $0["type"].map { $0.arrayValue ?? [$0] } ?? [] }.compactMap(\.stringValue))
            if types.contains("object") || parts.contains(where: { $0["properties"] != nil }) {
                if parts.contains(where: { $0["properties"]?.objectValue?.isEmpty == false }) {
                    self = types.subtracting(["object", "null"]).isEmpty ? .object : .unknown("an object or a value")
                } else {
                    let values = parts.compactMap { $0["additionalProperties"] }.first { $0.objectValue != nil }
                    self =
                        Self.holdsValues(values, schemas, depth) ? .value : .unknown("an object without known members")
                }
            } else if types.contains("array") {
                let items = parts.compactMap { $0["items"] }.first
                let elements = items.map { Kind(schemas.parts(of: $0), schemas, depth: depth + 1) }
                switch elements {
                case .value?: self = .value
                case .object?: self = .unknown("an array of objects (a model of their own reads them)")
                case .unknown?: self = .unknown("an array of what is no plain value")
                case nil: self = .unknown("an array whose elements are not known")
                }
            } else if types.isEmpty, !parts.contains(where: { $0["enum"] != nil || $0["const"] != nil }) {
                self = .unknown("of any type")
            } else {
                self = .value
            }
        }

        private static func holdsValues(_ schema: JSON?, _ schemas: LocalSchemas, _ depth: Int) -> Bool {
            guard let schema, schema.objectValue != nil else { return false }
            if case .value = Kind(schemas.parts(of: schema), schemas, depth: depth + 1) { return true }
            return false
        }

        private static func isNull(_ parts: [JSONObject]) -> Bool {
            parts.contains { $0["type"]?.stringValue == "null" || $0["const"]?.isNull ?? false }
        }
    }
}
