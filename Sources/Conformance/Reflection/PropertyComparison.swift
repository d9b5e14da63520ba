import ContractFormat
import Foundation
import JSONSchema

/// Whether a property holds what the JSON says, in the property's own type.
enum PropertyComparison {
    /// `expected` is `nil` where the JSON has no such value; a property is then `nil` too, as for null.
    static func holds(_ value: Any, _ expected: JSON?, as conversion: ModelContract.Conversion?) -> Bool {
        guard let expected, !expected.isNull else { return Reflection.unwrapped(value) == nil }
        guard let value = Reflection.unwrapped(value) else { return false }
        switch conversion {
        case nil, .rawValue: return holds(value, expected)
        case .url: return (value as? URL)?.absoluteString == expected.stringValue
        case .dateTime: return isDate(value, at: expected.stringValue.flatMap(DateText.date)?.timeIntervalSince1970)
        case .epochSeconds: return isDate(value, at: expected.doubleValue)
        case .epochMilliseconds: return isDate(value, at: expected.doubleValue.map { $0 / 1000 })
        }
    }

    private static func isDate(_ value: Any, at seconds: Double?) -> Bool {
        guard let date = value as? Date, let seconds else { return false }
        return abs(date.timeIntervalSince1970 - seconds) < 0.000_5
    }

    private static func holds(_ value: Any, _ expected: JSON) -> Bool {
        switch expected {
        case .string(let text):
            if type(of: value) == String.self, let string = value as? String {
                return string.utf8.elementsEqual(text.utf8)
            }
        case .number(let number):
            // A binary floating-point property holds the nearest value it can; every other type holds it exactly.
            if type(of: value) == Double.self, let double = value as? Double { return double == number.doubleValue }
            if type(of: value) == Float.self, let float = value as? Float { return float == Float(number.doubleValue) }
        case .array(let elements):
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .collection {
                return mirror.children.count == elements.count
                    && zip(mirror.children, elements).allSatisfy { holds($0.value, $1, as: nil) }
            }
        case .null, .bool, .object: break
        }
        return Reflection.json(of: value) == expected
    }
}
