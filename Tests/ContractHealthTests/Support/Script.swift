import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

@testable import ContractHealth

/// Five minutes apart, from midnight on a Saturday: 2026-11-21T00:00:00Z.
enum VirtualTime {
    static let start = Date(timeIntervalSince1970: 1_795_219_200)

    static func round(_ index: Int) -> Date { start.addingTimeInterval(Double(index) * 300) }
}

extension HealthVerdict {
    /// By its first letter; `x` is unreachable.
    init?(letter: Character) {
        switch letter {
        case "h": self = .healthy
        case "d": self = .degraded
        case "f": self = .failing
        case "x": self = .unreachable
        case "u": self = .unsupported
        default: return nil
        }
    }

    var letter: Character {
        switch self {
        case .healthy: "h"
        case .degraded: "d"
        case .unsupported: "u"
        case .failing: "f"
        case .unreachable: "x"
        }
    }
}

extension EndpointObservation {
    /// An observation of `notes/list` with the least that such a verdict needs.
    static func of(_ verdict: HealthVerdict, endpoint: String = "list", latency: Double? = 0.25) -> EndpointObservation
    {
        let finding = Finding(
            reported: "test", severity: .error, message: "it is \(verdict.rawValue)",
            contract: Place(file: "contract.json"),
            repeatCommand: "", fingerprint: "")
        let aspect: (HealthAspect, HealthAspectResult) =
            switch verdict {
            case .healthy: (.reachable, .held)
            case .degraded: (.drift, .failed([finding]))
            case .unsupported: (.reachable, .unsupported(reason: "it is unsupported"))
            case .failing: (.contract, .failed([finding]))
            case .unreachable: (.reachable, .failed([finding]))
            }
        return EndpointObservation(
            service: "notes", endpoint: endpoint, cases: ["all"], aspects: [aspect.0: aspect.1], verdict: verdict,
            latency: verdict == .unreachable ? nil : latency)
    }
}

extension HealthNotification {
    /// `alert failing, was healthy`, and from which round on.
    var short: String {
        let round = Int(date.timeIntervalSince(VirtualTime.start) / 300)
        return "\(round): \(kind.rawValue) \(endpoint) \(verdict.rawValue), was \(previous.rawValue)"
    }
}
