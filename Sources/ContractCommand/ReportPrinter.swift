import ContractChecking
import ContractReporting
import Foundation

/// Writes a report to where it was asked for, and to the console unless standard output is taken.
///
/// Beside the format `github` goes the Markdown summary, into the file that `GITHUB_STEP_SUMMARY` names.
struct ReportPrinter {
    let terminal: Terminal
    let isColored: Bool
    /// The text of a file for excerpts. A live response has no file; a file that is gone has no excerpt.
    var source: @Sendable (String) -> String? = { file in
        FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
    }

    func print(_ report: Report, to destinations: [ReportDestination]) throws {
        let context = ReportContext(
            tool: "contracts \(Version.current)", date: Date(timeIntervalSinceNow: -report.seconds),
            width: terminal.width, color: isColored, source: source)
        var isOutTaken = false
        for destination in destinations {
            let text = report.rendered(as: destination.format, in: context)
            switch destination.target {
            case .standardOutput:
                isOutTaken = true
                terminal.out(text)
            case .file: try destination.write(text)
            }
        }
        if destinations.contains(where: { $0.format == .github }) { appendSummary(of: report) }
        if !isOutTaken {
            terminal.out(RecordingList.text(report.recordings))
            terminal.out(report.rendered(as: .console, in: context))
        }
    }

    /// A summary that cannot be written is told, and changes nothing of what the run came to.
    private func appendSummary(of report: Report) {
        guard let file = terminal.environment["GITHUB_STEP_SUMMARY"], !file.isEmpty else { return }
        do { try GitHubSummaryFile.append(report, to: file) } catch {
            terminal.err("contracts: warning: the job summary is missing: \(error)\n")
        }
    }
}

/// What a run did to each recording, for the console: those that did not change are only counted.
enum RecordingList {
    static func text(_ recordings: [RecordingChange]) -> String {
        guard !recordings.isEmpty else { return "" }
        var text = ""
        for recording in recordings where recording.kind != .unchanged {
            text += "\(recording.kind.rawValue): \(recording.file)\n"
            text += recording.changes.map { "    \($0)\n" }.joined()
        }
        let unchanged = recordings.count { $0.kind == .unchanged }
        return text + "recordings: \(recordings.count - unchanged) to look at, \(unchanged) unchanged\n\n"
    }
}
