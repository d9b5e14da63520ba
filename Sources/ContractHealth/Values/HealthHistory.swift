import Foundation

package struct HealthSample: Sendable, Hashable {
    package let date: Date
    package let verdict: HealthVerdict
    /// Seconds; `nil` without a complete response.
    package var latency: Double?
    package var isInMaintenance: Bool = false
}

/// The share of a window's rounds in which an endpoint was available. Rounds in maintenance or without a verdict do not
/// count. Windows advance by the hour.
package struct HealthAvailability: Sendable, Hashable {
    package enum Window: String, Sendable, Hashable, CaseIterable {
        case day = "24 h"
        case week = "7 d"
        case month = "30 d"

        package var hours: Int {
            switch self {
            case .day: 24
            case .week: 24 * 7
            case .month: 24 * 30
            }
        }
    }

    package let window: Window
    package let available: Int
    package let observed: Int

    /// From 0 to 1; `nil` if no round counts.
    package var ratio: Double? { observed > 0 ? Double(available) / Double(observed) : nil }
}
