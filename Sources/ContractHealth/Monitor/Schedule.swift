import Foundation

/// When rounds begin: at even intervals, each a little late by chance, so that many monitors do not call all at once.
package struct Schedule: Sendable {
    /// The share of the interval by which a round may be late.
    static let jitter = 0.1

    private let first: Double
    private let interval: Double
    private var count = 0.0

    /// - Parameter first: when the first round begins, in seconds on a clock that only goes forward.
    package init(first: Double, interval: Double) {
        self.first = first
        self.interval = interval
    }

    /// The seconds to wait for the next round. Rounds whose time is over are left out.
    ///
    /// - Parameter chance: from 0 to 1.
    package mutating func wait(at now: Double, chance: Double) -> Double {
        count = max(count + 1, ((now - first) / interval).rounded(.down))
        let start = first + count * interval + chance * Self.jitter * interval
        return max(0, start - now)
    }
}
