import ContractFormat
import Foundation
import JSONSchema

/// Whether a property holds what the JSON says, in the property's own type.
enum PropertyComparison {
    /// `expected` is `nil` where the JSON has no such value; a property is then `nil` too, as for null.
    static func holds(_ value: Any, _ expected: JSON?, as conversion: Conversion?) -> Bool {
        if conversion == nil, let holds = plainly(value, expected) { return holds }
        guard let expected, !expected.isNull else { return Reflection.unwrapped(value) == nil }
        guard let value = Reflection.unwrapped(value) else { return false }
        switch conversion {
        case nil, .standard(.rawValue): return holds(value, expected)
        case .standard(.url): return (value as? URL)?.absoluteString == expected.stringValue
        case .standard(.dateTime):
            return isDate(value, at: expected.stringValue.flatMap(DateText.date)?.timeIntervalSince1970)
        case .standard(.epochSeconds): return isDate(value, at: expected.doubleValue)
        case .standard(.epochMilliseconds): return isDate(value, at: expected.doubleValue.map { $0 / 1000 })
        case .standard(.date), .standard(.seconds), .standard(.milliseconds), .standard(.uuid), .standard(.base64),
            .standard(.number), .standard(.boolean), .pattern, .named:
            return holds(value, expected)
        }
    }

    /// The answer for the types that most properties have, without a search for what they conform to; `nil` for others.
    private static func plainly(_ value: Any, _ expected: JSON?) -> Bool? {
        // A binary floating-point property holds the nearest value it can; every other type holds it exactly.
        compared(value, as: String.self, expected) { $1 == .string($0) }
            ?? compared(value, as: Int.self, expected) { $1 == .number(JSONNumber($0)) }
            ?? compared(value, as: Double.self, expected) { $0 == $1.doubleValue }
    }

    private static func compared<Plain>(
        _ value: Any, as _: Plain.Type, _ expected: JSON?, by isEqual: (Plain, JSON) -> Bool
    ) -> Bool? {
        let type = type(of: value)
        guard type == Plain.self || type == Plain?.self else { return nil }
        guard let plain = value as? Plain else { return expected?.isNull ?? true }
        return expected.map { isEqual(plain, $0) } ?? false
    }

    private static func isDate(_ value: Any, at seconds: Double?) -> Bool {
        guard let date = value as? Date, let seconds else { return false }
        return abs(date.timeIntervalSince1970 - seconds) < 0.000_5
    }

    private static func holds(_ value: Any, _ expected: JSON) -> Bool {
        if let isEqual = plainly(value, expected) { return isEqual }
        switch expected {
        case .number(let number):
            if type(of: value) == Float.self, let float = value as? Float { return float == Float(number.doubleValue) }
        case .array(let elements):
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .collection {
                return mirror.children.count == elements.count
                    && zip(mirror.children, elements).allSatisfy { holds($0.value, $1, as: nil) }
            }
        case .null, .bool, .string, .object: break
        }
        return Reflection.json(of: value) == expected
    }
}
