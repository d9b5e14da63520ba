import Conformance
import Foundation
import HealthChecks
import Reporting

/// Prints rounds and gives the exit code that they come to.
struct HealthOutput: Sendable {
    static let formats = "console"
    let style: HealthSettings.ExitStyle
    let terminal: Terminal

    init(_ arguments: ParsedArguments, _ settings: HealthSettings, _ terminal: Terminal) throws {
        style = settings.exitStyle
        self.terminal = terminal
    }

    static func line(_ text: String) -> String { text.replacingOccurrences(of: "\n", with: " ") }

    func print(_ outcome: HealthMonitor.Outcome) throws -> ExitCode {
        for e in outcome.round.endpoints {
            terminal.out(
                "\(e.id) \(e.settled.rawValue) (\(e.verdict.rawValue)) \(e.latency ?? -1) attempts \(e.attempts)\n")
            for a in HealthAspect.allCases { terminal.out("   \(a.rawValue): \(e[a])\n") }
            for f in e.remarks { terminal.out("   remark \(f.sentence)\n") }
        }
        for n in outcome.round.notices { terminal.err("contracts: \(n)\n") }
        return .success
    }
}
