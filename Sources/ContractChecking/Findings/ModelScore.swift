/// The share of a model's constraints that its initializer enforces.
public struct ModelScore: Sendable, Hashable, Codable {
    /// The number of schema constraints whose every violation was rejected.
    public let enforced: Int
    /// The number of constraints that the probes can violate.
    public let total: Int
    /// Pointers to the constraints that are not enforced. A required constraint includes its member.
    public let missing: [String]

    /// The unenforced constraints that the model's strictness permits.
    public let left: [String]

    /// Creates a score.
    public init(enforced: Int, total: Int, missing: [String], left: [String] = []) {
        self.enforced = enforced
        self.total = total
        self.missing = missing
        self.left = left
    }

    /// The percentage, rounded down so that 100 means complete.
    public var percent: Int { total == 0 ? 100 : enforced * 100 / total }
}
