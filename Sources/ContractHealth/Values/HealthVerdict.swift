/// The state of an endpoint, ordered from best to worst.
package enum HealthVerdict: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case healthy
    /// The endpoint works, but is slow, has drifted in a way that the models survive, or has a certificate that expires
    /// soon.
    case degraded
    /// This platform or configuration cannot check what the contract asks.
    case unsupported
    /// The endpoint responds, but violates its contract or breaks a model.
    case failing
    /// The endpoint gave no complete response in time.
    case unreachable

    package var isAvailable: Bool { self == .healthy || self == .degraded }

    package static func < (lhs: HealthVerdict, rhs: HealthVerdict) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The number of rounds that confirm a change, so that a flapping endpoint does not cause repeated notifications.
package struct Thresholds: Sendable, Hashable {
    package let failAfter: Int
    package let recoverAfter: Int

    package init(failAfter: Int = 3, recoverAfter: Int = 2) {
        self.failAfter = max(1, failAfter)
        self.recoverAfter = max(1, recoverAfter)
    }

    /// Returns the settled verdict after the recent rounds. It gets worse only as far as all of the last `failAfter`
    /// rounds, and better only as far as all of the last `recoverAfter` rounds.
    package func settled(_ current: HealthVerdict, after recent: [HealthVerdict]) -> HealthVerdict {
        let failing = recent.suffix(failAfter)
        if failing.count == failAfter, let least = failing.min(), least > current { return least }
        let recovering = recent.suffix(recoverAfter)
        if recovering.count == recoverAfter, let most = recovering.max(), most < current { return most }
        return current
    }

    var memory: Int { max(failAfter, recoverAfter) }
}
