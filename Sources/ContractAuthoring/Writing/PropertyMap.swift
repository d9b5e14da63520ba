import ContractFormat
import JSONSchema

/// Maps the properties of a schema to Swift properties of the same name: the start from which a person goes on.
///
/// Objects become nested values. What no stored property can be compared with is left out and told: objects without
/// known members, arrays of objects (a model of their own reads them), and alternatives that hold objects.
struct PropertyMap {
    /// More properties than these nobody binds: definitions that refer to each other nest without end.
    private static let limit = 300

    private let document: SchemaDocument
    private var count = 0
    /// Properties left out, and why.
    private(set) var unmapped: [String] = []

    /// Indicates whether arrays of objects are mapped too, their elements each by itself.
    private let holdsObjects: Bool

    init(root: JSON, holdsObjects: Bool = false) {
        document = SchemaDocument(root: root)
        self.holdsObjects = holdsObjects
    }

    /// Property path to pointer.
    mutating func properties(of schema: JSON) -> JSONObject {
        properties(of: SchemaFacts([.assumed(schema, in: document)]))
    }

    mutating func properties(of facts: SchemaFacts) -> JSONObject {
        var properties = JSONObject()
        map(facts, "", .root, depth: 0, into: &properties)
        return properties
    }

    private mutating func map(
        _ facts: SchemaFacts, _ prefix: String, _ pointer: JSONPointer, depth: Int, into properties: inout JSONObject
    ) {
        let members = facts.properties
        for ((key, schemas), name) in zip(members, PropertyNames.names(of: members.map(\.key))) {
            let inner = SchemaFacts(schemas)
            let place = pointer.appending(key)
            guard count < Self.limit else {
                let remark = "there are more than \(Self.limit) nested values: map by hand the others that you read"
                if unmapped.last != remark { unmapped.append(remark) }
                return
            }
            let path = prefix + name
            switch Kind(inner) {
            case .value:
                properties[path] = .string(place.description)
                count += 1
            case .object where depth < 8: map(inner, path + ".", place, depth: depth + 1, into: &properties)
            case .object: unmapped.append("'\(place)' nests too deep for a property; map it by hand if you read it")
            case .objects where holdsObjects: properties[path] = .string(place.description)
            case .objects:
                unmapped.append(
                    "'\(place)' is an array of objects (a model of their own reads them): no property is mapped to it")
            case .unknown(let what):
                unmapped.append("'\(place)' is \(what): no property is mapped to it")
            }
        }
    }

    private enum Kind {
        case value
        case object
        /// An array of objects, each a value of its own.
        case objects
        case unknown(String)

        init(_ facts: SchemaFacts, depth: Int = 0) {
            // A schema of alternatives and arrays may hold itself.
            guard depth < 6 else {
                self = .unknown("a schema that holds itself")
                return
            }
            let branches = (facts.anyOf + facts.oneOf).joined().filter { !$0.isNull }
            if branches.count == 1 {
                self = Kind(SchemaFacts(branches), depth: depth + 1)
                return
            }
            if !branches.isEmpty {
                let arePlain = branches.allSatisfy { Kind(SchemaFacts([$0]), depth: depth + 1).isValue }
                self = arePlain ? .value : .unknown("a choice between objects")
                return
            }
            let types = facts.plainTypes ?? []
            if types.contains(.object) || !facts.properties.isEmpty {
                if !facts.properties.isEmpty {
                    self = types.allSatisfy { $0 == .object } ? .object : .unknown("an object or a value")
                } else {
                    let values = facts.additional?.first { $0.json.objectValue != nil }
                    let holdsValues = values.map { Kind(SchemaFacts([$0]), depth: depth + 1).isValue } ?? false
                    self = holdsValues ? .value : .unknown("an object without known members")
                }
            } else if types.contains(.array) {
                switch facts.arrays.lazy.compactMap(\.rest).first.map({ Kind(SchemaFacts([$0]), depth: depth + 1) }) {
                case .value?: self = .value
                case .object?, .objects?: self = .objects
                case .unknown?: self = .unknown("an array of what is no plain value")
                case nil: self = .unknown("an array whose elements are not known")
                }
            } else if types.isEmpty, facts.enumeration == nil {
                self = .unknown("of any type")
            } else {
                self = .value
            }
        }

        private var isValue: Bool {
            if case .value = self { true } else { false }
        }
    }
}
