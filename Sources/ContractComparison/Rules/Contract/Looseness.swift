import ContractFormat
import JSONSchema

/// A word of the contract that says how loose the code may be: its values from the loosest to the strictest.
struct Looseness: Sendable {
    private let key: String
    private let values: [String]
    /// The rank of a word that is not there, and how it is told: between two others where the binding decides.
    private let unsaid: (rank: Double, name: String)

    static let strictness = Looseness(
        key: ContractKeys.Model.strictness.rawValue, values: ["lenient", "shape", "exact"],
        unsaid: (1.5, "what its binding is held to"))
    static let bridging = Looseness(
        key: ContractKeys.Model.bridging.rawValue, values: ["allow", "warn", "deny"], unsaid: (1, "warn"))
    static let reads = Looseness(key: ContractKeys.Model.reads.rawValue, values: ["some", "all"], unsaid: (1, "all"))
    static let order = Looseness(
        key: ContractKeys.Property.order.rawValue, values: ["any", "same"], unsaid: (1, "same"))

    /// Tells whether the code may be looser or has to be stricter than before.
    ///
    /// - Parameters:
    ///   - looser: the words for a change that allows more.
    ///   - stricter: the words for a change that allows less.
    func compare(
        _ pair: Pair, in outer: Pair, looser: String, stricter: String, _ comparison: inout ServiceComparison
    ) {
        let (old, new) = (rank(pair.old), rank(pair.new))
        guard let before = old.rank, let after = new.rank else { return comparison.addUnweighed(key, pair) }
        guard before != after else { return }
        let isLooser = after < before
        // Only the strictest of words fails anybody: below it there are warnings, or what nobody tells.
        let client: Weight = after == Double(values.count - 1) ? .breaking : .risky
        comparison.add(
            Change(
                isLooser ? .loosenessAdded : .loosenessRemoved, isLooser ? looser : stricter,
                .impact(Impact(client: client, provider: .harmless)), old: pair.old, new: pair.new ?? outer.new,
                expected: old.name, found: new.name))
    }

    private func rank(_ spot: Spot?) -> (name: String, rank: Double?) {
        guard let name = spot?.value.stringValue else { return (unsaid.name, unsaid.rank) }
        return (name, values.firstIndex(of: name).map(Double.init))
    }
}
