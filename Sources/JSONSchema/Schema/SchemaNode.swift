/// A compiled schema. Nodes are raw memory that refer to each other by address, so validation needs no reference
/// counting.
struct SchemaNode {
    /// The allowed types. Empty for the schema `false`.
    var types: TypeSet = .all
    var hasUnevaluated = false
    /// The schema resource, in which `$dynamicRef` is resolved.
    var scope: UnsafeMutablePointer<DynamicScope>
    var location: UnsafeMutablePointer<SchemaLocation>
    var strings: UnsafeMutablePointer<StringRules>?
    var numbers: UnsafeMutablePointer<NumberRules>?
    var arrays: UnsafeMutablePointer<ArrayRules>?
    var objects: UnsafeMutablePointer<ObjectRules>?
    var general: UnsafeMutablePointer<GeneralRules>?
}

typealias NodeRef = UnsafeMutablePointer<SchemaNode>

struct SchemaLocation {
    let document: String
    let pointer: JSONPointer

    /// Returns a violation about the validation of the whole value.
    func notice(_ text: MessageText) -> Violation {
        Violation(
            instancePointer: .root, schemaPointer: pointer, schemaDocument: document, evaluationPath: .root,
            keyword: "", text: text)
    }
}

struct DynamicScope { var anchors: [Int32: NodeRef] = [:] }

struct StringRules {
    var minLength = 0
    var maxLength = Int.max
    var pattern: Pattern?
    /// Set only if `format` is asserted.
    var format: StringFormat?
}

struct NumberRules {
    var minimum: JSONNumber?
    var maximum: JSONNumber?
    var exclusiveMinimum: JSONNumber?
    var exclusiveMaximum: JSONNumber?
    var multipleOf: JSONNumber?
    /// `minimum` if it is the only rule and an integer, the most common case.
    var onlyMinimum: Int64?
}

struct ArrayRules {
    var minItems = 0
    var maxItems = Int.max
    var uniqueItems = false
    var prefix = UnsafeMutableBufferPointer<NodeRef>(start: nil, count: 0)
    var items: NodeRef?
    var contains: NodeRef?
    var minContains = 1
    var maxContains = Int.max
    /// Whether `contains` marks matching elements as evaluated (since 2020-12).
    var containsEvaluates = true
    var unevaluated: NodeRef?
    /// `items`, or `additionalItems` of 2019-09, for messages.
    var itemsKeyword = "items"
    /// `prefixItems`, or `items` of 2019-09, for messages.
    var prefixKeyword = "prefixItems"
}

struct ObjectRules {
    var minProperties = 0
    var maxProperties = Int.max
    var required = ObjectShape.empty
    var properties = ObjectShape.empty
    var propertyNodes = UnsafeMutableBufferPointer<NodeRef>(start: nil, count: 0)
    var patterns: [(pattern: Pattern, node: NodeRef)] = []
    var additional: NodeRef?
    var names: NodeRef?
    var dependentRequired: [(key: String, required: [String], keyword: String)] = []
    var dependentSchemas: [(key: String, node: NodeRef, keyword: String)] = []
    var unevaluated: NodeRef?
}

extension ObjectRules {
    /// Returns the positions of the declared members, in object order, or nil if most members must be checked anyway.
    /// This makes rules for a few names fast on large objects.
    @inline(__always)
    func declaredPositions(in shape: ObjectShape) -> [Int]? {
        guard patterns.isEmpty, additional == nil, names == nil, properties.keys.count * 4 < shape.keys.count else {
            return nil
        }
        return zip(properties.keys, properties.hashes).compactMap { shape.position(of: $0, hash: $1) }.sorted()
    }

    /// Whether `holds` is true for each schema of each member, given the member's position, in object order.
    @inline(__always)
    func allSatisfy(in shape: ObjectShape, _ holds: (Int, NodeRef) -> Bool) -> Bool {
        let declaredPositions = declaredPositions(in: shape)
        for index in 0..<(declaredPositions?.count ?? shape.keys.count) {
            let position = declaredPositions?[index] ?? index
            let key = shape.keys[position]
            var isEvaluated = false
            if let property = properties.position(of: key, hash: shape.hashes[position]) {
                isEvaluated = true
                if !holds(position, propertyNodes[property]) { return false }
            }
            for (pattern, node) in patterns where pattern.match(in: key) == .found {
                isEvaluated = true
                if !holds(position, node) { return false }
            }
            if !isEvaluated, let additional, !holds(position, additional) { return false }
        }
        return true
    }
}

struct GeneralRules {
    var const: JSON?
    var enumeration: Enumeration?
    var reference: NodeRef?
    var dynamicReference: (node: NodeRef, anchor: Int32)?
    /// `$dynamicRef`, or `$recursiveRef` of 2019-09, for messages.
    var dynamicKeyword = "$dynamicRef"
    var allOf = UnsafeMutableBufferPointer<NodeRef>(start: nil, count: 0)
    var anyOf = UnsafeMutableBufferPointer<NodeRef>(start: nil, count: 0)
    var oneOf = UnsafeMutableBufferPointer<NodeRef>(start: nil, count: 0)
    var not: NodeRef?
    var condition: NodeRef?
    var consequence: NodeRef?
    var alternative: NodeRef?

    struct Enumeration {
        var values: [JSON]
        /// The same values, if there are too many for a linear search.
        var set: Set<JSON>

        init(_ values: [JSON]) {
            self.values = values
            set = values.count > 8 ? Set(values) : []
        }

        func contains(_ json: JSON) -> Bool { set.isEmpty ? values.contains(json) : set.contains(json) }
    }
}

/// The owner of the memory of compiled schemas.
///
/// `@unchecked Sendable` is sound. Only a `SchemaCompiler`, which is not Sendable, adds memory. Nodes are immutable
/// once a `Schema` can reach them. Only the compiler and `deinit` access `release`.
final class SchemaArena: @unchecked Sendable {
    private var release: [() -> Void] = []

    deinit { for free in release { free() } }

    func store<T>(_ value: consuming T) -> UnsafeMutablePointer<T> {
        let pointer = UnsafeMutablePointer<T>.allocate(capacity: 1)
        pointer.initialize(to: value)
        release.append {
            pointer.deinitialize(count: 1)
            pointer.deallocate()
        }
        return pointer
    }

    func store(_ nodes: [NodeRef]) -> UnsafeMutableBufferPointer<NodeRef> {
        guard !nodes.isEmpty else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
        let buffer = UnsafeMutableBufferPointer<NodeRef>.allocate(capacity: nodes.count)
        _ = buffer.initialize(from: nodes)
        release.append { buffer.deallocate() }
        return buffer
    }
}

extension DynamicScope {
    /// Returns the schema of a dynamic reference, in the outermost scope that defines its anchor.
    static func target(of anchor: Int32, in scopes: [UnsafeMutablePointer<DynamicScope>]) -> NodeRef? {
        anchor < 0 ? nil : scopes.lazy.compactMap { $0.pointee.anchors[anchor] }.first
    }
}

package struct TypeSet: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package static let null = TypeSet(rawValue: 1)
    package static let boolean = TypeSet(rawValue: 2)
    package static let integer = TypeSet(rawValue: 4)
    package static let fraction = TypeSet(rawValue: 8)
    package static let number: TypeSet = [.integer, .fraction]
    package static let string = TypeSet(rawValue: 16)
    package static let array = TypeSet(rawValue: 32)
    package static let object = TypeSet(rawValue: 64)
    package static let all = TypeSet(rawValue: 127)

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init?(name: String) {
        guard let named = Self.named.first(where: { $0.name == name }) else { return nil }
        self = named.types
    }

    static let named: [(name: String, types: TypeSet)] = [
        ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string), ("array", .array),
        ("object", .object), ("null", .null),
    ]

    /// The types by JSON syntax, in the order in which samples prefer them.
    package static let groups: [TypeSet] = [.object, .array, .string, .number, .boolean, .null]

    package init(keyword: JSON) {
        let names = (keyword.arrayValue ?? [keyword]).compactMap(\.stringValue)
        self = names.reduce(into: []) { $0.formUnion(TypeSet(name: $1) ?? []) }
    }

    package init(of value: JSON) {
        switch value {
        case .null: self = .null
        case .bool: self = .boolean
        case .number(let number): self = number.isInteger ? .integer : .fraction
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }
}
