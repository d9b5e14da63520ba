import ContractFormat
import JSONSchema

/// Which property of a Swift value stands where in the JSON, and how it was converted.
enum ModelPropertyRule {
    static func compare(_ pair: Pair, model: String, _ comparison: inout ServiceComparison) {
        for (name, property) in pair.members {
            let subject = "property '\(name)' of model '\(model)'"
            switch (property.old, property.new) {
            case (nil, .some):
                comparison.add(
                    .modelPropertyMapped, "\(subject) is new", client: .harmless, provider: .harmless, property)
            case (.some, nil):
                comparison.add(
                    .modelPropertyUnmapped, "\(subject) is gone", client: .breaking, provider: .harmless, property)
            case (let old?, let new?):
                if pointer(old) != pointer(new) {
                    comparison.add(
                        .modelPropertyRemapped, "\(subject) is read from another place", client: .breaking,
                        provider: .harmless, property)
                }
                _ = comparison.members(of: property, as: ContractKeys.Property.self)
                let (was, becomes) = (old[ContractKeys.Property.as]?.value, new[ContractKeys.Property.as]?.value)
                if was != becomes {
                    comparison.add(
                        Change(
                            .conversionChanged, "\(subject) is converted in another way",
                            .impact(Impact(client: .breaking, provider: .harmless)), old: old, new: new,
                            expected: was?.stringValue ?? "no conversion",
                            found: becomes?.stringValue ?? "no conversion"))
                }
            case (nil, nil): break
            }
        }
    }

    private static func pointer(_ property: Spot) -> JSON? {
        property.value.objectValue == nil ? property.value : property[ContractKeys.Property.pointer]?.value
    }
}
