/// A lossless JSON value (RFC 8259): exact numbers, key order, and strings by code point.
///
/// Numbers are equal by value (`1`, `1.0` and `1e0`). Strings are equal by code point: a precomposed and a decomposed
/// "é" differ. The key order does not affect equality.
public enum JSON: Sendable {
    /// The value `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An exact number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object, with members in order.
    case object(JSONObject)
}

extension JSON: Hashable {
    /// Whether both are the same JSON value.
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

    /// Hashes the value.
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
    /// Whether the value is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The Boolean, or nil for other types.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The exact number, or nil for other types.
    public var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The integer if an `Int` can hold it, including `1.0`, or nil otherwise.
    public var intValue: Int? { numberValue?.intValue }

    /// The nearest `Double`, or nil for other types.
    public var doubleValue: Double? { numberValue?.doubleValue }

    /// The string, or nil for other types.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array, or nil for other types.
    public var arrayValue: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object, or nil for other types.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The JSON Schema type name: `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
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

    /// Returns the object member with a key, or nil if there is none.
    public subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// Returns the array element at an index, or nil if there is none.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

// MARK: - Literals

// No nil literal: in a `JSON?` context, such as `exists ? json : nil`, it would silently mean null.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

    /// Creates the shortest decimal that parses to the literal's `Double`, or `null` if it is infinite.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }

    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Creates an object in the order of the literal. The last value of a repeated key counts.
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}

extension JSON: CustomStringConvertible {
    /// The compact JSON text.
    public var description: String { text() }
}

extension JSON {
    package init(_ value: Int) { self = .number(JSONNumber(value)) }

    /// Creates a number. Converts infinities and negative times, which a clock change can cause, to zero.
    package init(nonNegative value: Double) { self = .number(JSONNumber(max(value, 0)) ?? JSONNumber(0)) }

    package static func present(_ members: [(String, JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
    }
}

extension JSONObject {
    package var unlessEmpty: JSON? { isEmpty ? nil : .object(self) }

    package func mapValues(_ change: (JSON) -> JSON) -> JSONObject {
        JSONObject(map { ($0.key, change($0.value)) })
    }

    package func keeping(_ isKept: (Element) -> Bool) -> JSONObject {
        JSONObject(filter(isKept).map { ($0.key, $0.value) })
    }
}

extension [JSON] {
    package var unlessEmpty: JSON? { isEmpty ? nil : .array(self) }
}

extension Place {
    package var json: JSON {
        ["file": .string(file), "line": JSON(line), "column": JSON(column), "pointer": .string(pointer.description)]
    }
}
