import Foundation
import JSONSchema

/// The types of the platform's own modules, whose coding nobody of the code under test wrote.
enum PlatformType {
    private static let modules: Set<Substring> = [
        "Swift", "Foundation", "FoundationEssentials", "CoreFoundation", "CoreGraphics", "__C",
    ]

    static func contains(_ type: Any.Type) -> Bool {
        modules.contains(String(reflecting: type).prefix { $0 != "." })
    }

    /// Whether the coding of such a type reads a value from the whole of this JSON: a `CGPoint` from an array of two numbers.
    static func reads(_ value: Any, from json: JSON) -> Bool {
        func isRead<Value: Codable>(_ value: Value) throws -> Bool {
            let read = try JSONDecoder().decode(Value.self, from: Data(json.bytes(.compact)))
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let (one, other) = (try encoder.encode(value), try encoder.encode(read))
            return try one == other && JSON(parsing: Array(one)).arrayValue?.count == json.arrayValue?.count
        }
        // A value that the type does not read from the JSON was not made of it.
        do { return try (value as? any Codable).map { try isRead($0) } ?? false } catch { return false }
    }
}
