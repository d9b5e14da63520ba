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

    /// Whether the coding of a value, which is of such a type, writes this JSON: that of a `CGPoint` two numbers in an array.
    static func writes(_ value: Any, _ json: JSON) -> Bool {
        guard let value = value as? any Encodable else { return false }
        do { return try JSON(parsing: Array(JSONEncoder().encode(value))) == json } catch {
            // What cannot be written was not read.
            return false
        }
    }
}
