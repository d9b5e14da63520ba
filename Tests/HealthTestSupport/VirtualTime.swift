import ContractHealth
import Foundation

/// Five minutes apart, from midnight on a Saturday: 2026-11-21T00:00:00Z.
package enum VirtualTime {
    package static let start = Date(timeIntervalSince1970: 1_795_219_200)

    package static func round(_ index: Int) -> Date { start.addingTimeInterval(Double(index) * 300) }
}

extension HealthNotification {
    /// `alert failing, was healthy`, and from which round on.
    package var short: String {
        let round = Int(date.timeIntervalSince(VirtualTime.start) / 300)
        return "\(round): \(kind.rawValue) \(endpoint) \(verdict.rawValue), was \(previous.rawValue)"
    }
}

extension HealthVerdict {
    /// By its first letter; `x` is unreachable.
    package init?(letter: Character) {
        switch letter {
        case "h": self = .healthy
        case "d": self = .degraded
        case "f": self = .failing
        case "x": self = .unreachable
        case "u": self = .unsupported
        default: return nil
        }
    }

    package var letter: Character {
        switch self {
        case .healthy: "h"
        case .degraded: "d"
        case .unsupported: "u"
        case .failing: "f"
        case .unreachable: "x"
        }
    }
}

extension HealthOptions {
    /// A round beside tests that compute may get its threads minutes late, of which what it finds must not depend.
    package static var unhurried: HealthOptions {
        var options = HealthOptions()
        options.roundDeadline = 3_600
        return options
    }
}
