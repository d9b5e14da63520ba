import ContractFormat
import JSONSchema

/// Conversions that the binding defines and the contract names.
extension ValueMap {
    private func converted(_ json: JSON, by name: String) -> Any? {
        do { return try sources.conversions[name]?(json).flatMap(Reflection.unwrapped) } catch { return nil }
    }

    func converted(
        _ value: Any, _ expected: JSON, by name: String, at place: MappedPlace
    ) -> [ValueDifference] {
        if expected == PlatformLeaf.marker {
            var marked = ValueDifference(value, expected)
            marked.leaf = PlatformLeaf(kind: .conversion { self.converted($0, by: name) })
            return [marked]
        }
        guard let converted = self.converted(expected, by: name) else {
            if expected.isNull || Reflection.unwrapped(value) == nil { return [] }
            // Code may read more than the conversion where the schema refuses the value, but no number without digits.
            let isNumber = Reflection.platformValue(value)?.shown.numberValue != nil
            let isMadeUp =
                isNumber && place.listed.isEmpty
                && expected.stringValue.map { !$0.contains(where: \.isNumber) } ?? false
            if !isMadeUp, !place.accepts(expected) { return [] }
            return [ValueDifference(value, .null, "the conversion '\(name)' reads nothing")]
        }
        guard let value = Reflection.unwrapped(value) else {
            return [ValueDifference(value, expected, isExcusable: true)]
        }
        func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == converted as? Value }
        if let value = value as? any Equatable, isEqual(value) { return [] }
        // IEEE 754 rounds each operation by half a unit in the last place, so two computations may differ by several.
        if type(of: value) == type(of: converted), let one = Self.magnitude(of: value),
            let other = Self.magnitude(of: converted), abs(one - other) <= 4 * other.ulp
        {
            return []
        }
        // A struct of one property represents that property.
        let (json, properties) = (Reflection.json(of: converted), Reflection.properties(of: value))
        if properties.count == 1, Reflection.json(of: properties[0].value) == json { return [] }
        // A conversion promises nothing for values that the schema refuses.
        return different(value, json, isExcusable: !place.accepts(expected))
    }

    /// A number, or a measurement in the base unit of its dimension.
    private static func magnitude(of value: Any) -> Double? {
        value as? Double ?? (value as? any Measured)?.baseValue
    }
}
