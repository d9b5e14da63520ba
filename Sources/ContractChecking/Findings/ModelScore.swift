/// The part of a model's contract that its initializer enforces.
public struct ModelScore: Sendable, Hashable, Codable {
    /// The number of constraints of the schema for which the initializer refused every input that breaks them.
    public let enforced: Int
    /// The number of constraints that the probes could break.
    public let total: Int
    /// The constraints that are not enforced, as pointers into the contract, with the member for a required one.
    public let missing: [String]

    /// The constraints that the model need not enforce and does not, by its strictness.
    public let left: [String]

    /// Makes a score.
    public init(enforced: Int, total: Int, missing: [String], left: [String] = []) {
        self.enforced = enforced
        self.total = total
        self.missing = missing
        self.left = left
    }

    /// The share in percent, rounded down: 100 only where nothing is missing.
    public var percent: Int { total == 0 ? 100 : enforced * 100 / total }
}
