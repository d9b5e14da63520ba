import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording

extension Report {
    /// Returns the report as Markdown for the file in `GITHUB_STEP_SUMMARY`.
    ///
    /// Untrusted text is escaped. GitHub accepts one mebibyte per step; the last line counts findings beyond it.
    package func gitHubSummary() -> String { gitHubSummary(under: GitHubSummary.limit) }

    /// - Parameter bytes: the size limit. 4,096 bytes always suffice for the verdict.
    func gitHubSummary(under bytes: Int) -> String {
        var text = "## \(title.markdown)\n\n"
        let tallies = ServiceTally.services(of: self)
        if !tallies.isEmpty {
            text += "| Service | Passed | Failed | Not evaluated | Not run | Time |\n"
            text += "| :-- | --: | --: | --: | --: | --: |\n"
        }
        var left = bytes - 2000
        var omitted = 0
        // Parts after the first one that does not fit are counted but not rendered.
        func add(_ part: @autoclosure () -> String) {
            if left > 0 {
                let part = part()
                left -= part.utf8.count
                if left > 0 { return text += part }
            }
            omitted += 1
        }
        for tally in tallies { add(GitHubSummary.row(for: tally)) }
        for line in ScoreLines.lines(of: self) { add("\n\(line.bounded(to: 2000).markdown)\n") }
        for recording in GitHubSummary.worstFirst(recordings) { add(GitHubSummary.block(for: recording)) }
        for group in FindingGroup.groups(of: findings, joinsCauses: true) { add(GitHubSummary.block(for: group)) }
        for group in ReasonGroup.groups(of: checks) { add(GitHubSummary.block(for: group)) }
        if omitted > 0 { text += "\n\(omitted) more did not fit here: see the full report.\n" }
        return text + "\n\(ConsoleSummary.text(of: self).markdown)\n"
    }
}

enum GitHubSummary {
    static let limit = 1 << 20

    static func row(for tally: ServiceTally) -> String {
        let counts = [CheckResult.Outcome.passed, .failed, .error, .skipped].map { "\(tally.count($0))" }
        return "| \(tally.service.markdown) | \(counts.joined(separator: " | ")) | \(duration(tally.seconds)) |\n"
    }

    static func block(for group: FindingGroup) -> String {
        let finding = group.first
        var lines = ["at        \(finding.contract)"]
        if let expected = finding.expected { lines.append("expected  " + expected.bounded(to: 1000)) }
        if let found = finding.found { lines.append("found     " + found.bounded(to: 1000)) }
        if let recording = finding.recording { lines.append("\(finding.recordingKind) \(recording)") }
        if let acceptance = finding.acceptance { lines.append("accepted  " + acceptance.text.bounded(to: 1000)) }
        lines.append("repeat    " + finding.repeatCommand)
        if !group.others.isEmpty { lines.append("and \(group.others.count) more like it") }
        let message = finding.message.bounded(to: 1000).markdown
        let summary = "\(group.severity.look.icon) \(message) <code>\(finding.rule.markdown)</code>"
        return details(summary, lines: lines, open: group.severity == .error)
    }

    static func worstFirst(_ recordings: [RecordingChange]) -> [RecordingChange] {
        (Severity.allCases.map(Optional.some) + [nil]).flatMap { severity in
            recordings.filter { $0.kind != .unchanged && $0.changes.map(\.severity).min() == severity }
        }
    }

    static func block(for recording: RecordingChange) -> String {
        let worst = recording.changes.map(\.severity).min()
        var lines = recording.changes.map { $0.description.bounded(to: 1000) }.truncated(to: 50)
        if lines.isEmpty { lines = [stillness(of: recording.kind)] }
        let summary =
            "\(worst?.look.icon ?? "📼") \(recording.file.bounded(to: 500).markdown) <code>\(recording.kind.word)</code>"
        return details(summary, lines: lines, open: worst == .error)
    }

    private static func stillness(of kind: RecordingChange.Kind) -> String {
        switch kind {
        case .kept: "it is unchanged"
        case .missing: "there is still no recording"
        case .added, .changed, .unchanged: "nothing changed in meaning"
        }
    }

    static func block(for group: ReasonGroup) -> String {
        let icon = group.outcome == .skipped ? "⏭️" : "❌"
        return details(
            "\(icon) \(group.headline): \(group.reason.bounded(to: 1000).markdown)",
            lines: group.checks.map(\.id).truncated(to: 20), open: false)
    }

    /// Encodes line breaks in `<pre>` as entities, so that no line of untrusted text is parsed as Markdown.
    private static func details(_ summary: String, lines: [String], open: Bool) -> String {
        let text = lines.map { $0.markdown }.joined(separator: "&#10;")
        return "\n<details\(open ? " open" : "")><summary>\(summary)</summary><pre>\(text)</pre></details>\n"
    }
}

extension String {
    /// The string with all Markdown and HTML characters as numeric entities.
    var markdown: String {
        var result = ""
        for scalar in visible(keepingLines: true).unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ";", "?": result.unicodeScalars.append(scalar)
            case _ where scalar.isASCII: result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

package enum GitHubSummaryFile {
    /// Appends the report to the step's summary, within GitHub's limit of one mebibyte per step.
    package static func append(_ report: Report, to path: String) throws {
        do {
            let file = FileHandle(fileDescriptor: try SystemFiles.openToAppend(path), closeOnDealloc: true)
            let size = Int(try file.seekToEnd())
            let room = GitHubSummary.limit - size
            guard room >= 4096 else {
                throw ReportWritingError(
                    file: path,
                    reason: "the step has written \(size) bytes of the \(GitHubSummary.limit) that GitHub accepts")
            }
            // A Markdown table must follow a blank line.
            let text = (size == 0 ? "" : "\n\n") + report.gitHubSummary(under: room - 2)
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        } catch  where !(error is ReportWritingError) {
            throw ReportWritingError(file: path, reason: ContractLoader.reason(error))
        }
    }
}
