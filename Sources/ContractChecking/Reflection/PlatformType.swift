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
        func reads<Value: Codable>(_ value: Value) -> Bool {
            do {
                let read = try JSONDecoder().decode(Value.self, from: Data(json.bytes(.compact)))
                let (written, expected) = (try written(value), try written(read))
                return written == expected && written.arrayValue?.count == json.arrayValue?.count
            } catch {
                // A value that the type does not read from the JSON was not made of it.
                return false
            }
        }
        return (value as? any Codable).map { reads($0) } ?? false
    }

    private static func written(_ value: some Encodable) throws -> JSON {
        try JSON(parsing: Array(JSONEncoder().encode(value)))
    }
}
