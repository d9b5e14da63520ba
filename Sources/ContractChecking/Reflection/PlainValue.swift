import JSONSchema

/// A fast comparison of the most common property types, without conformance lookups.
enum PlainValue {
    /// Whether a value equals the JSON, with nil for null and missing. `nil` for other types.
    static func holds(_ value: Any, _ expected: JSON?) -> Bool? {
        // A binary floating-point property holds the nearest value. Other types are exact.
        compared(value, as: String.self, expected) { $1 == .string($0) }
            ?? compared(value, as: Int.self, expected) { $1 == .number(JSONNumber($0)) }
            // Larger whole numbers may be promised exactly.
            ?? compared(value, as: Double.self, expected) { $0 == $1.doubleValue && abs($0) < 0x1p53 }
            ?? compared(value, as: [String].self, expected) { isEqual($0, $1) { $1 == .string($0) } }
            ?? compared(value, as: [Int].self, expected) { isEqual($0, $1) { $1 == .number(JSONNumber($0)) } }
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
