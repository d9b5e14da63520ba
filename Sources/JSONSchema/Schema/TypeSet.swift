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
