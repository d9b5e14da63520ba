import JSONSchema

/// Values of the types that most properties have, compared without a search for what they conform to.
enum PlainValue {
    /// Whether a value holds what the JSON says, and nothing for null and for what is missing; `nil` for other types.
    static func holds(_ value: Any, _ expected: JSON?) -> Bool? {
        // A binary floating-point property holds the nearest value it can; every other type holds it exactly.
        compared(value, as: String.self, expected) { $1 == .string($0) }
            ?? compared(value, as: Int.self, expected) { $1 == .number(JSONNumber($0)) }
            // Beyond these, a schema may promise a whole number that is not the nearest.
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
