import ContractHealth
import Foundation

/// The start times of rounds, five minutes apart from Saturday 2026-11-21T00:00:00Z.
package enum VirtualTime {
    package static let start = Date(timeIntervalSince1970: 1_795_219_200)

    package static func round(_ index: Int) -> Date { start.addingTimeInterval(Double(index) * 300) }
}

extension HealthNotification {
    /// The round, kind, endpoint and verdicts, such as `3: alert list failing, was healthy`.
    package var short: String {
        let round = Int(date.timeIntervalSince(VirtualTime.start) / 300)
        return "\(round): \(kind.rawValue) \(endpoint) \(verdict.rawValue), was \(previous.rawValue)"
    }
}

extension HealthVerdict {
    /// Creates a verdict from its first letter, or from `x` for unreachable.
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
    /// Options with a long round deadline, because parallel tests may delay a round by minutes.
    package static var unhurried: HealthOptions {
        var options = HealthOptions()
        options.roundDeadline = 3_600
        return options
    }
}
