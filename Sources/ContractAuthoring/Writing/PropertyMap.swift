import ContractFormat
import JSONSchema

/// A map from the properties of a schema to Swift properties of the same names.
///
/// Objects become nested values. Objects without known members and alternatives that contain objects get no property.
struct PropertyMap {
    /// Definitions that refer to each other nest endlessly.
    private static let limit = 300

    private let document: SchemaDocument
    private var count = 0
    /// Whether some members have no property.
    private(set) var isIncomplete = false

    init(root: JSON) { document = SchemaDocument(root: root) }

    mutating func properties(of schema: JSON) -> [(path: String, pointer: JSONPointer)] {
        properties(of: SchemaFacts([.assumed(schema, in: document)]))
    }

    mutating func properties(
        of facts: SchemaFacts, _ prefix: String = "", at pointer: JSONPointer = .root, depth: Int = 0
    ) -> [(path: String, pointer: JSONPointer)] {
        let members = facts.properties
        var properties: [(path: String, pointer: JSONPointer)] = []
        for ((key, schemas), name) in zip(members, PropertyNames.names(of: members.map(\.key))) {
            let inner = SchemaFacts(schemas)
            let place = pointer.appending(key)
            let path = prefix + name
            switch Self.kind(of: inner) {
            case .value where count < Self.limit, .objects where count < Self.limit:
                properties.append((path, place))
                count += 1
            case .object where depth < 8 && count < Self.limit:
                properties += self.properties(of: inner, path + ".", at: place, depth: depth + 1)
            case .value, .objects, .object, .unknown: isIncomplete = true
            }
        }
        return properties
    }

    private enum Kind { case value, object, objects, unknown }

    private static func kind(of facts: SchemaFacts, depth: Int = 0) -> Kind {
        // A schema of alternatives and arrays may contain itself.
        guard depth < 6 else { return .unknown }
        func inner(_ view: SchemaView) -> Kind { kind(of: SchemaFacts([view]), depth: depth + 1) }
        let branches = (facts.anyOf + facts.oneOf).joined().filter { !$0.isNull }
        if branches.count == 1 { return inner(branches[0]) }
        if !branches.isEmpty { return branches.allSatisfy { inner($0) == .value } ? .value : .unknown }
        let types = facts.plainTypes ?? []
        if !facts.properties.isEmpty { return types.allSatisfy { $0 == .object } ? .object : .unknown }
        if types.contains(.object) {
            let values = facts.additional?.first { $0.json.objectValue != nil }
            return values.map(inner) == .value ? .value : .unknown
        }
        if types.contains(.array) {
            switch facts.arrays.lazy.compactMap(\.rest).first.map(inner) {
            case .value?: return .value
            case .object?, .objects?: return .objects
            case .unknown?, nil: return .unknown
            }
        }
        return types.isEmpty && facts.enumeration == nil ? .unknown : .value
    }
}
