import JSONSchema

/// Numbers that schemas promise exactly: integers up to 2^53 - 1 (RFC 8259, section 6), more with bounds or a format.
struct NumberPromise {
    let isInteger: Bool
    private let isFloat: Bool
    private let hasFormat: Bool
    private let hasMinimum: Bool
    private let hasMaximum: Bool

    init(of schemas: [SchemaView]) {
        // Alternatives each have a type and promise no more than their own keywords.
        let typed = schemas.filter { $0.json["type"] != nil }
        let others = schemas.filter { $0.json["type"] == nil }
        func has(_ keyword: String) -> Bool {
            others.contains { $0.json[keyword] != nil }
                || !typed.isEmpty && typed.allSatisfy { $0.json[keyword] != nil }
        }
        let types = schemas.compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
        let listed = schemas.flatMap(\.listedValues).map(TypeSet.init(of:))
        isFloat = schemas.contains { $0.json["format"] == "float" }
        isInteger = (types + listed).contains { $0.contains(.integer) && !$0.contains(.fraction) }
        hasFormat = has("format")
        hasMinimum = has("minimum") || has("exclusiveMinimum")
        hasMaximum = has("maximum") || has("exclusiveMaximum")
    }

    func covers(_ number: JSONNumber) -> Bool {
        if isFloat, !number.isFloat { return false }
        guard isInteger, abs(number.doubleValue) >= 0x1p53 else { return true }
        return (number.doubleValue < 0 ? hasMinimum : hasMaximum) || hasFormat && number.intValue != nil
    }
}
