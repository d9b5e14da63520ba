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
