import Foundation
import JSONSchema

enum PlatformType {
    private static let modules: Set<Substring> = [
        "Swift", "Foundation", "FoundationEssentials", "CoreFoundation", "CoreGraphics", "__C",
    ]

    static func contains(_ type: Any.Type) -> Bool {
        modules.contains(String(reflecting: type).prefix { $0 != "." })
    }

    /// Whether the type's own coding reads the value from the whole JSON: a `CGPoint` from an array of two numbers.
    static func reads(_ value: Any, from json: JSON) -> Bool {
        func isRead<Value: Codable>(_ value: Value) throws -> Bool {
            let read = try JSONDecoder().decode(Value.self, from: Data(json.bytes(.compact)))
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let (one, other) = (try encoder.encode(value), try encoder.encode(read))
            return try one == other && JSON(parsing: Array(one)).arrayValue?.count == json.arrayValue?.count
        }
        do { return try (value as? any Codable).map { try isRead($0) } ?? false } catch { return false }
    }
}

/// A fast comparison of the most common property types, without conformance lookups.
enum PlainValue {
    /// Whether a value equals the JSON, with nil for null and missing. `nil` for other types.
    static func holds(_ value: Any, _ expected: JSON?) -> Bool? {
        // A binary floating-point property holds the nearest value. Other types are exact.
        func isText(_ text: String, _ json: JSON) -> Bool { json == .string(text) }
        func isInteger(_ number: Int, _ json: JSON) -> Bool { json == .number(JSONNumber(number)) }
        if let same = compared(value, as: String.self, expected, by: isText) { return same }
        if let same = compared(value, as: Int.self, expected, by: isInteger) { return same }
        // Larger whole numbers may be promised exactly.
        if let same = compared(value, as: Double.self, expected, by: { $0 == $1.doubleValue && abs($0) < 0x1p53 }) {
            return same
        }
        if let same = compared(value, as: [String].self, expected, by: { isEqual($0, $1, by: isText) }) { return same }
        return compared(value, as: [Int].self, expected) { isEqual($0, $1, by: isInteger) }
    }

    private static func isEqual<Plain>(_ values: [Plain], _ json: JSON, by isEqual: (Plain, JSON) -> Bool) -> Bool {
        guard let elements = json.arrayValue, elements.count == values.count else { return false }
        return values.indices.allSatisfy { isEqual(values[$0], elements[$0]) }
    }

    private static func compared<Plain>(
        _ value: Any, as _: Plain.Type, _ expected: JSON?, by isEqual: (Plain, JSON) -> Bool
    ) -> Bool? {
        let type = type(of: value)
        guard type == Plain.self || type == Plain?.self else { return nil }
        guard let plain = value as? Plain else { return expected?.isNull ?? true }
        return expected.map { isEqual(plain, $0) } ?? false
    }
}
