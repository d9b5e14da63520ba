/// How health checks are run and judged; what is not set is the contract's word, else the default.
public struct HealthOptions: Sendable, Hashable {
    /// Globs over `SERVICE/ENDPOINT` (`*` any text, `?` one character); empty takes every endpoint with a health check.
    public var only: [String] = []
    /// Seconds after which a call counts as unanswered.
    public var deadline = 10.0
    /// Seconds after which a round ends, whatever is still missing.
    public var roundDeadline = 120.0
    /// Endpoints that are called at once.
    public var jobs = 4
    /// How often a call that failed is made again before its failure counts; calls with unsafe methods never are.
    public var retries = 1
    /// Seconds that a call may take before its endpoint is degraded; goes before the contract.
    public var latency: Double?
    /// Rounds in a row that must be worse before the verdict is; goes before the contract.
    public var failAfter: Int?
    /// Rounds in a row that must be better before the verdict is; goes before the contract.
    public var recoverAfter: Int?
    /// Seconds after which a verdict that is still not healthy is told again; `nil` tells it once.
    public var reminder: Double?
    /// When nothing counts.
    public var maintenance: [MaintenanceWindow] = []

    /// Makes the default options.
    public init() {}
}
