import JSONSchema

/// Kinds of JSON values; a number is an integer or has a fraction.
struct TypeSet: OptionSet, Hashable {
    let rawValue: UInt8

    static let null = TypeSet(rawValue: 1)
    static let boolean = TypeSet(rawValue: 2)
    static let integer = TypeSet(rawValue: 4)
    static let fraction = TypeSet(rawValue: 8)
    static let string = TypeSet(rawValue: 16)
    static let array = TypeSet(rawValue: 32)
    static let object = TypeSet(rawValue: 64)
    static let number: TypeSet = [.integer, .fraction]
    static let all: TypeSet = [.null, .boolean, .number, .string, .array, .object]

    /// The kinds that are told apart by looking at a value's outermost form, those that samples are made of first in front.
    static let groups: [TypeSet] = [.object, .array, .string, .number, .boolean, .null]

    /// The value of the keyword `type`.
    init(keyword: JSON) {
        let names = keyword.arrayValue ?? [keyword]
        self = names.reduce(into: []) { set, name in
            switch name.stringValue {
            case "null": set.insert(.null)
            case "boolean": set.insert(.boolean)
            case "integer": set.insert(.integer)
            case "number": set.formUnion(.number)
            case "string": set.insert(.string)
            case "array": set.insert(.array)
            case "object": set.insert(.object)
            default: break
            }
        }
    }

    /// The kind of a value.
    init(of value: JSON) {
        switch value {
        case .null: self = .null
        case .bool: self = .boolean
        case .number(let number): self = number.isInteger ? .integer : .fraction
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}
