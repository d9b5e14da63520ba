/// The state of an endpoint; the names are ordered from the best to the worst.
package enum HealthVerdict: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
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
    package var isAvailable: Bool { self == .healthy || self == .degraded }

    package static func < (lhs: HealthVerdict, rhs: HealthVerdict) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The steadiness of a change before it is believed, which keeps a flapping endpoint from notifying again and again.
package struct Thresholds: Sendable, Hashable {
    package let failAfter: Int
    package let recoverAfter: Int

    package init(failAfter: Int = 3, recoverAfter: Int = 2) {
        self.failAfter = max(1, failAfter)
        self.recoverAfter = max(1, recoverAfter)
    }

    /// It gets worse only as far as all of the last `failAfter` rounds were, and better only as far as all of the last
    /// `recoverAfter` rounds were.
    package func settled(_ current: HealthVerdict, after recent: [HealthVerdict]) -> HealthVerdict {
        let failing = recent.suffix(failAfter)
        if failing.count == failAfter, let least = failing.min(), least > current { return least }
        let recovering = recent.suffix(recoverAfter)
        if recovering.count == recoverAfter, let most = recovering.max(), most < current { return most }
        return current
    }

    var memory: Int { max(failAfter, recoverAfter) }
}
