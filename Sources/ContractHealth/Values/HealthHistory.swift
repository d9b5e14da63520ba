import Foundation

/// One round of one endpoint, as it is remembered.
public struct HealthSample: Sendable, Hashable {
    /// The time when the round began.
    public let date: Date
    /// The verdict of that round alone.
    public let verdict: HealthVerdict
    /// Seconds; `nil` where no whole answer came.
    public var latency: Double?
    /// Indicates whether a maintenance window was open.
    public var isInMaintenance: Bool = false
}

/// In how many of the rounds of a window an endpoint served its users.
///
/// Rounds in maintenance, and those that could not judge it, are not counted. Windows are kept by the hour.
public struct HealthAvailability: Sendable, Hashable {
    /// The span that it looks back.
    public enum Window: String, Sendable, Hashable, CaseIterable {
        case day = "24 h"
        case week = "7 d"
        case month = "30 d"

        /// Its length in hours.
        public var hours: Int {
            switch self {
            case .day: 24
            case .week: 24 * 7
            case .month: 24 * 30
            }
        }
    }

    /// The span that it looks back.
    public let window: Window
    /// Rounds with a healthy or degraded verdict.
    public let available: Int
    /// Rounds that count.
    public let observed: Int

    /// From 0 to 1; `nil` where no round counts.
    public var ratio: Double? { observed > 0 ? Double(available) / Double(observed) : nil }
}
