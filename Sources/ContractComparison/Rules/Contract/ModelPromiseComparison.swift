import ContractFormat
import JSONSchema

/// A model's exceptions, variants and promises for values that its schema does not accept.
enum ModelPromiseComparison {
    /// Compares a list of what a model is let off: each element that is new, or gone, by its name or its members' names.
    ///
    /// - Parameter isDemand: whether it lists what is demanded of the model instead.
    static func compare(
        list pair: Pair, isDemand: Bool = false, _ comparison: inout ServiceComparison, looser: (String) -> String,
        stricter: (String) -> String
    ) {
        func named(_ spot: Spot?) -> [(name: String, spot: Spot)] {
            (spot?.elements ?? []).map { element in
                let names = element.list.compactMap(\.value.stringValue)
                return (names.sorted().joined(separator: ", "), element)
            }
        }
        func tell(_ name: String, isLooser: Bool, _ element: Pair) {
            comparison.add(
                isLooser ? .loosenessAdded : .loosenessRemoved, isLooser ? looser("'\(name)'") : stricter("'\(name)'"),
                client: isLooser ? .risky : .breaking, provider: .harmless, element)
        }
        let (old, new) = (named(pair.old), named(pair.new))
        for (name, spot) in new where !old.contains(where: { $0.name == name }) {
            tell(name, isLooser: !isDemand, Pair(old: nil, new: spot))
        }
        for (name, spot) in old where !new.contains(where: { $0.name == name }) {
            tell(name, isLooser: isDemand, Pair(old: spot, new: nil))
        }
    }

    /// Compares the changes of the provider that a model or a client call promises to survive.
    static func compare(survival pair: Pair, _ subject: String, _ comparison: inout ServiceComparison) {
        let (old, new) = (pair.old?.elements ?? [], pair.new?.elements ?? [])
        for element in new where !old.contains(where: { $0.value == element.value }) {
            comparison.add(
                .toleranceChanged, "\(subject) has to survive '\(element.value.stringValue ?? "")' now",
                client: .breaking, provider: .harmless, Pair(old: nil, new: element))
        }
        for element in old where !new.contains(where: { $0.value == element.value }) {
            comparison.add(
                .toleranceChanged, "\(subject) need not survive '\(element.value.stringValue ?? "")' any more",
                client: .risky, provider: .harmless, Pair(old: element, new: nil))
        }
    }

    /// Compares what a model or a property makes of a value that its schema does not accept.
    static func compare(
        promise pair: Pair, _ subject: String, as key: String = ContractKeys.Property.otherwise.rawValue,
        _ comparison: inout ServiceComparison
    ) {
        guard !pair.isSame else { return }
        let what =
            switch ContractKeys.Property(rawValue: key) {
            case .absent: "what is missing or null"
            case .missing: "what is missing"
            case .null: "null"
            case .lossy: "bad elements"
            case .pointer, .as, .cases, .model, .otherwise, .order, nil: "unknown values"
            }
        let how =
            pair.old == nil
            ? "has to take \(what) now"
            : pair.new == nil ? "need not take \(what) any more" : "makes something else of \(what)"
        comparison.add(.toleranceChanged, "\(subject) \(how)", client: .breaking, provider: .harmless, pair)
    }

    /// Compares how the kinds of a model's values are told apart, and what they are.
    static func compare(
        variants pair: Pair, _ key: ContractKeys.Model, model: String, _ comparison: inout ServiceComparison
    ) {
        if key == .discriminator {
            guard !pair.isSame else { return }
            return comparison.add(
                .modelPropertyRemapped, "the variants of model '\(model)' are told apart by another member",
                client: .breaking, provider: .harmless, pair)
        }
        for (tag, variant) in pair.members {
            let subject = "variant '\(tag)' of model '\(model)'"
            switch (variant.old, variant.new) {
            case (nil, .some):
                comparison.add(
                    .modelPropertyMapped, "\(subject) is new", client: .risky, provider: .harmless, variant)
            case (.some, nil):
                comparison.add(
                    .modelPropertyUnmapped, "\(subject) is gone", client: .breaking, provider: .harmless, variant)
            case (.some, .some):
                if !variant.isSame {
                    comparison.add(
                        .modelPropertyRemapped, "\(subject) is read in another way", client: .breaking,
                        provider: .harmless, variant)
                }
            case (nil, nil): break
            }
        }
    }
}
