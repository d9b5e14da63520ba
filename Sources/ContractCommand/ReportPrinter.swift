import ContractChecking
import ContractReporting
import Foundation
import HTTPRecording

/// Writes a report to its destinations, and to the console unless one of them is standard output. The format `github`
/// also appends a Markdown summary to the file named by `GITHUB_STEP_SUMMARY`.
struct ReportPrinter {
    private let terminal: Terminal
    private let destinations: [ReportDestination]
    private let isColored: Bool
    var source: @Sendable (String) -> String? = { SystemFiles.excerptSource($0) }

    init(_ arguments: ParsedArguments, _ terminal: Terminal) throws {
        destinations = try ReportDestination.all(parsing: arguments.all("report"))
        isColored = try SharedOptions.isColored(arguments, terminal)
        self.terminal = terminal
    }

    /// The kinds of checks whose probes a report lists; the console lists none.
    var listed: Set<Check.Kind> { destinations.isEmpty ? [] : [.model] }

    var writesToStandardOutput: Bool { destinations.contains { $0.target == .standardOutput } }

    /// - Parameter own: the command's own renderers of some formats.
    func print(_ report: Report, own: [ReportFormat: (ReportContext) -> String] = [:]) throws {
        let context = ReportContext(
            tool: "contracts \(Version.current)", date: Date(timeIntervalSinceNow: -report.seconds),
            width: terminal.width, color: isColored, rules: RuleList.all, source: source)
        func text(as format: ReportFormat) -> String {
            own[format]?(context) ?? report.rendered(as: format, in: context)
        }
        var failure: (any Error)?
        for destination in destinations {
            let text = text(as: destination.format)
            switch destination.target {
            case .standardOutput: terminal.out(destination.format.terminalText(text))
            case .file: do { try destination.target.write(text) } catch { failure = failure ?? error }
            }
        }
        if destinations.contains(where: { $0.format == .github }) { appendSummary(of: report) }
        if !writesToStandardOutput {
            terminal.out(.rendered(RecordingList.text(report.recordings)))
            terminal.out(.rendered(text(as: .console)))
        }
        if let failure { throw failure }
    }

    private func appendSummary(of report: Report) {
        guard let file = terminal.environment["GITHUB_STEP_SUMMARY"], !file.isEmpty else { return }
        do { try GitHubSummaryFile.append(report, to: file) } catch {
            terminal.err("contracts: warning: the job summary is missing: \(error)\n")
        }
    }
}

enum RecordingList {
    static func text(_ recordings: [RecordingChange]) -> String {
        guard !recordings.isEmpty else { return "" }
        var text = ""
        for recording in recordings where recording.kind != .unchanged {
            text += "\(recording.kind.word): \(recording.file.visible())\n"
            text += recording.changes.map { "    \("\($0)".visible())\n" }.joined()
        }
        let unchanged = recordings.count { $0.kind == .unchanged }
        return text + "recordings: \(recordings.count - unchanged) to review, \(unchanged) unchanged\n\n"
    }
}

extension SystemFiles {
    static func excerptSource(_ file: String) -> String? {
        do { return String(decoding: try SystemFiles().read(file), as: UTF8.self) } catch { return nil }
    }
}
