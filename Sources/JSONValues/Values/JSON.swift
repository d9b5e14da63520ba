/// A JSON value of RFC 8259 that loses nothing: exact numbers, key order, and strings code point by code point.
///
/// Numbers are equal by value (`1`, `1.0` and `1e0`). Strings are equal by code point: a precomposed and a decomposed "é"
/// differ. Objects are equal whatever the order of their keys.
public enum JSON: Sendable {
    /// The value `null`, which is not the absence of a value.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with all of its digits.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// Values in a row.
    case array([JSON])
    /// Members by name, in their order.
    case object(JSONObject)
}

extension JSON: Hashable {
    /// Returns whether both are the same JSON value.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameCodePoints(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }

    /// Feeds the value to a hasher, so that equal values hash alike.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

// MARK: - Reading

extension JSON {
    /// Indicates whether this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value of `true` or `false`, else nil.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, exactly, else nil.
    public var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number where it is an integer that an `Int` holds (`1.0` is), else nil.
    public var intValue: Int? { numberValue?.intValue }

    /// The `Double` nearest to the number, else nil.
    public var doubleValue: Double? { numberValue?.doubleValue }

    /// The string, else nil.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array, else nil.
    public var arrayValue: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object, else nil.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The name of the value in JSON Schema: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number(let number): number.isInteger ? "integer" : "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The member of an object with this key; nil where there is none, or where this is no object.
    public subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The element of an array at this index; nil where there is none, or where this is no array.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

// MARK: - Literals

// Not by nil: where a `JSON?` is asked for, as in `isThere ? json : nil`, it would silently mean null.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes a number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

    /// Makes a number: the shortest decimal that reads back as the literal's `Double`. A literal too big for one is `null`.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }

    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Makes an object that keeps the order of the literal; of a repeated key the last value counts.
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}

extension JSON: CustomStringConvertible {
    /// The compact text.
    public var description: String { text() }
}
