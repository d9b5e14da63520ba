/// A set of JSON types.
package struct TypeSet: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package static let null = TypeSet(rawValue: 1)
    package static let boolean = TypeSet(rawValue: 2)
    package static let integer = TypeSet(rawValue: 4)
    /// Numbers that are no integers.
    package static let fraction = TypeSet(rawValue: 8)
    package static let number: TypeSet = [.integer, .fraction]
    package static let string = TypeSet(rawValue: 16)
    package static let array = TypeSet(rawValue: 32)
    package static let object = TypeSet(rawValue: 64)
    package static let all = TypeSet(rawValue: 127)

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The types that a name of `type` stands for; nil where it is none.
    package init?(name: String) {
        switch name {
        case "null": self = .null
        case "boolean": self = .boolean
        case "integer": self = .integer
        case "number": self = .number
        case "string": self = .string
        case "array": self = .array
        case "object": self = .object
        default: return nil
        }
    }

    /// The kinds that are told apart by looking at a value's outermost form, those that samples are made of first in front.
    package static let groups: [TypeSet] = [.object, .array, .string, .number, .boolean, .null]

    /// The value of the keyword `type`.
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
