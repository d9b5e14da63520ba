import ContractReporting
import Foundation

/// A round as monitoring plugin output: a status line with performance data, details, and an exit state. Follows the
/// Monitoring Plugins guidelines: `STATE - text | 'label'=value[unit];warning;critical;minimum;maximum`.
package struct NagiosOutput: Sendable {
    package enum State: Int32, Sendable {
        case ok = 0
        case warning = 1
        case critical = 2
        case unknown = 3

        fileprivate var word: String { "\(self)".uppercased() }
    }

    package let state: State
    package let text: String

    package init(of round: HealthRound) {
        state = round.verdict.look.nagios
        let data = round.endpoints.compactMap(Self.performance).joined(separator: " ")
        let counts = round.counts.isEmpty ? "" : " (\(round.counts))"
        text =
            "CONTRACTS \(state.word) - \(round.title)\(counts)\(data.isEmpty ? "" : " | \(data)")\n"
            + round.endpoints.filter { $0.settled != .healthy || $0.verdict != .healthy }
            .map { Self.line(for: $0, at: round.started) + "\n" }.joined()
            + round.notices.map { Self.plain("note: \($0)") + "\n" }.joined()
    }

    private static func line(for endpoint: EndpointHealth, at date: Date) -> String {
        let notes = endpoint.notes(at: date).joined(separator: ", ")
        let head = "\(endpoint.id): \(endpoint.settled.rawValue)\(notes.isEmpty ? "" : " (\(notes))")"
        let messages = endpoint.findings.map(\.sentence) + endpoint.skipped.map { "\($0.label): \($0.reason)" }
        return plain(([head] + messages).joined(separator: "; "))
    }

    /// Returns a line of limited length without `|`, which starts performance data.
    private static func plain(_ text: String) -> String {
        text.bounded(to: 1000).visible().replacing("|", with: "¦")
    }

    private static func performance(of endpoint: EndpointHealth) -> String? {
        guard let latency = endpoint.latency else { return nil }
        // A quote in a label is doubled; an equals sign would end it.
        let label = plain(endpoint.id).replacing("=", with: "_").replacing("'", with: "''")
        let limit = endpoint.latencyLimit.map { decimal($0) } ?? ""
        return "'\(label)'=\(decimal(latency))s;\(limit);;0;"
    }
}
