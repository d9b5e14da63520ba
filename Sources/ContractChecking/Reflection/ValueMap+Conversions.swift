import ContractFormat
import JSONSchema

/// Conversions that the binding defines and the contract names.
extension ValueMap {
    private func converted(_ json: JSON, by name: String) -> Any? {
        do { return try sources.conversions[name]?(json).flatMap(Reflection.unwrapped) } catch { return nil }
    }

    /// Whether a named conversion of the property at a place returns no value, so that the model may have none. The
    /// property may be one of a nested model.
    func hasNoConversion(of json: JSON, at pointer: JSONPointer) -> Bool {
        func isUnconverted(_ model: ModelContract, _ rest: ArraySlice<String>) -> Bool {
            model.properties.contains { property in
                guard case .named(let name)? = property.conversion,
                    ProbePlace.pattern(of: property.pointer.tokens) == ProbePlace.pattern(of: Array(rest))
                else { return false }
                return converted(json, by: name.text) == nil
            }
        }
        var place = root
        var rest = pointer.tokens[...]
        while true {
            place = referred(place)
            if let model = place.model?.contract, model.payloads(at: rest, sources).contains(where: isUnconverted) {
                return true
            }
            guard let token = rest.popFirst() else { return false }
            place = place.place(at: JSONPointer(tokens: [token]))
        }
    }

    func converted(
        _ value: Any, _ expected: JSON, by name: String, at place: MappedPlace
    ) -> [ValueDifference] {
        guard let converted = self.converted(expected, by: name) else { return [] }
        guard let value = Reflection.unwrapped(value) else {
            return [ValueDifference(Optional<Int>.none as Any, expected, isExcusable: true)]
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

extension ModelContract {
    /// The model and the models of its variants' payloads, each with the rest of a path below it.
    fileprivate func payloads(
        at path: ArraySlice<String>, _ sources: ValueSources
    ) -> [(ModelContract, ArraySlice<String>)] {
        let payloads = (variants?.variants ?? []).compactMap { variant -> (ModelContract, ArraySlice<String>)? in
            let place = variant.payload?.tokens ?? []
            guard let model = variant.model.flatMap({ sources.models[$0.text] }), path.starts(with: place) else {
                return nil
            }
            return (model, path.dropFirst(place.count))
        }
        return [(self, path)] + payloads
    }
}
