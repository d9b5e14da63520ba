import ContractFormat
import JSONSchema

/// How strictly a model's initializer must tell booleans from numbers.
enum BridgingRule {
    static func compare(_ pair: Pair, in model: Pair, model name: String, _ comparison: inout ServiceComparison) {
        let (old, new) = (strictness(pair.old), strictness(pair.new))
        guard let before = old.rank, let after = new.rank else {
            return comparison.addUnweighed(ContractKeys.Model.bridging.rawValue, pair)
        }
        guard before != after else { return }
        let isLooser = after < before
        // A warning fails nobody who does not ask for it.
        let client: Weight = after == ModelContract.Bridging.allCases.count - 1 ? .breaking : .risky
        comparison.add(
            Change(
                isLooser ? .loosenessAdded : .loosenessRemoved,
                "model '\(name)' may take booleans for numbers \(isLooser ? "more" : "less") freely",
                .impact(Impact(client: client, provider: .harmless)), old: pair.old, new: pair.new ?? model.new,
                expected: old.name, found: new.name))
    }

    /// From the loosest, 0, to the strictest.
    private static func strictness(_ spot: Spot?) -> (name: String, rank: Int?) {
        let name = spot?.value.stringValue ?? ModelContract.Bridging.warn.rawValue
        return (name, ModelContract.Bridging.allCases.map(\.rawValue).firstIndex(of: name))
    }
}
