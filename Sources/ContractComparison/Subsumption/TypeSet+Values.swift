import JSONSchema

extension TypeSet {
    /// The kinds that are told apart by looking at a value's outermost form, those that samples are made of first in front.
    static let groups: [TypeSet] = [.object, .array, .string, .number, .boolean, .null]

    /// The value of the keyword `type`.
    init(keyword: JSON) {
        let names = (keyword.arrayValue ?? [keyword]).compactMap(\.stringValue)
        self = names.reduce(into: []) { $0.formUnion(TypeSet(name: $1) ?? []) }
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
}
