/// How an endpoint is; the names are ordered from the best to the worst.
public enum HealthVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Everything that was asked of it holds.
    case healthy
    /// It works, and is slow, or has drifted from its recording in a way that the models survive.
    case degraded
    /// It could not be judged: this platform or its configuration cannot observe what the contract asks.
    case unsupported
    /// It answers, and breaks its contract or a model.
    case failing
    /// It gave no whole answer in time.
    case unreachable

    /// Whether its users are served: what `availability` counts.
    public var isAvailable: Bool { self == .healthy || self == .degraded }

    /// Orders the best first.
    public static func < (lhs: HealthVerdict, rhs: HealthVerdict) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .healthy: 0
        case .degraded: 1
        case .unsupported: 2
        case .failing: 3
        case .unreachable: 4
        }
    }
}
