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
    /// Whether a text or number certainly equals the JSON.
    static func holds(_ value: Any, _ expected: JSON?) -> Bool {
        if let text = plain(value, String.self) { return expected == .string(text) }
        if let number = plain(value, Int.self) { return expected == .number(JSONNumber(number)) }
        // A Double holds the nearest value. Larger whole numbers may be promised exactly.
        return plain(value, Double.self).map { $0 == expected?.doubleValue && abs($0) < 0x1p53 } ?? false
    }

    /// Returns a value of a type or its optional. A cast alone would also convert Foundation's objects.
    private static func plain<Plain>(_ value: Any, _: Plain.Type) -> Plain? {
        type(of: value) == Plain.self || type(of: value) == Plain?.self ? value as? Plain : nil
    }
}
