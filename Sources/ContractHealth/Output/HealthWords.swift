import ContractReporting
import Foundation
import JSONSchema

extension HealthVerdict {
    /// The form of the verdict in each output. The badge's color is dark enough for white text (WCAG 2.2, 1.4.3).
    var look: (sign: String, style: Span.Style, page: HTMLPage.Color, badge: String, nagios: NagiosOutput.State) {
        switch self {
        case .healthy: ("✓", .good, .good, "#17794a", .ok)
        case .degraded: ("!", .warning, .doubtful, "#8a5a00", .warning)
        case .unsupported: ("?", .warning, .doubtful, "#5b646d", .unknown)
        case .failing, .unreachable: ("✗", .error, .bad, "#b42318", .critical)
        }
    }

    static let worstFirst = allCases.sorted(by: >)
}

extension HealthRound {
    var title: String {
        let all = counted(watched.count, "endpoint")
        guard let worst = watched.map(\.settled).max() else {
            return endpoints.isEmpty ? "No endpoint has a health check" : "All endpoints are in maintenance"
        }
        if worst == .healthy { return watched.count == 1 ? "The endpoint is healthy" : "All \(all) are healthy" }
        return "\(watched.count { $0.settled == worst }) of \(all) \(worst.rawValue)"
    }

    /// `1 degraded, 3 healthy, 1 in maintenance`, worst first.
    var counts: String {
        var parts = HealthVerdict.worstFirst.compactMap { verdict in
            let count = watched.count { $0.settled == verdict }
            return count > 0 ? "\(count) \(verdict.rawValue)" : nil
        }
        if watched.count < endpoints.count { parts.append("\(endpoints.count - watched.count) in maintenance") }
        return parts.joined(separator: ", ")
    }
}

extension EndpointHealth {
    func notes(at date: Date) -> [String] {
        var notes: [String] = []
        if isInMaintenance { notes.append("in maintenance") }
        let seconds = date.timeIntervalSince(settledSince)
        if settled != .healthy, seconds >= 1 { notes.append("for \(age(seconds))") }
        if observation.verdict != settled { notes.append("this round alone: \(observation.verdict.rawValue)") }
        let retries = observation.retries
        if retries > 0 {
            let start = observation.verdict.isAvailable ? "passed after" : "failed after"
            notes.append("\(start) \(counted(retries, "retry", "retries"))")
        }
        return notes
    }

    /// The windows that have more rounds than the next shorter one.
    var notableAvailability: [HealthAvailability] {
        availability.enumerated().filter { index, window in
            window.observed > (index == 0 ? 0 : availability[index - 1].observed)
        }.map(\.element)
    }

    /// The latency, with its limit if exceeded: `120 ms`, `2.31 s of 2.00 s`.
    var latencyText: String? {
        guard let latency = observation.latency else { return nil }
        guard let latencyLimit = observation.latencyLimit, latency > latencyLimit else { return shortTime(latency) }
        return "\(shortTime(latency)) of \(shortTime(latencyLimit))"
    }
}

extension HealthAvailability {
    /// The percentage, rounded down, so that 100 means no failed round.
    var percent: String? {
        guard observed > 0 else { return nil }
        let hundredths = available * 10_000 / observed
        return "\(decimal(Double(hundredths) / 100, places: hundredths.isMultiple(of: 100) ? 0 : 2)) %"
    }
}

func shortTime(_ seconds: Double) -> String {
    seconds.isFinite && seconds < 0.9995 ? "\(Int((max(seconds, 0) * 1000).rounded())) ms" : duration(seconds)
}

func age(_ seconds: Double) -> String {
    let seconds = seconds.isFinite ? Int(min(max(seconds, 0), 1e12)) : 0
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
}
