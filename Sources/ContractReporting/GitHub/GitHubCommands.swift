import ContractChecking
import JSONSchema

/// Writes a report as workflow commands, which GitHub shows as annotations on source lines.
///
/// GitHub shows ten errors and ten warnings per step. A notice counts the rest.
enum GitHubCommands {
    private static let limit = 10

    static func text(of report: Report) -> String {
        let groups = FindingGroup.groups(of: report.findings, joinsCauses: true)
        let reasons = ReasonGroup.groups(of: report.checks)
        var errors = groups.filter { $0.severity == .error }.map { command("error", $0) }
        errors += reasons.filter { $0.outcome != .skipped }.map { command("error", $0) }
        if report.checks.isEmpty, !report.passed {
            errors.append(command("error", title: "contracts", message: "No checks ran, so nothing was verified."))
        }
        let warnings = groups.filter { $0.severity == .warning }.map { command("warning", $0) }

        let rest = [
            (errors.count - limit, "more error"), (warnings.count - limit, "more warning"),
            (groups.count { $0.severity == .info && $0.first.acceptance == nil }, "remark"),
        ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        let skipped = reasons.filter { $0.outcome == .skipped }.map { "\($0.headline): \($0.reason)" }
        var notices = [accepted(in: groups)].compactMap(\.self)
        if !rest.isEmpty || !skipped.isEmpty {
            let sum = ConsoleSummary.text(of: report)
            let parts = (rest.isEmpty ? [] : [rest.joined(separator: ", ")]) + skipped + [sum]
            notices.append(command("notice", title: "contracts", message: parts.joined(separator: "\n")))
        }
        return (errors.prefix(limit) + warnings.prefix(limit) + notices).map { $0 + "\n" }.joined()
    }

    private static func accepted(in groups: [FindingGroup]) -> String? {
        let lines = groups.compactMap { group in
            group.first.acceptance.map {
                "\(group.first.contract): \(group.first.message.bounded(to: 200)) [\(group.first.rule)]: \($0.text)"
            }
        }
        guard !lines.isEmpty else { return nil }
        return command(
            "notice", title: counted(lines.count, "accepted finding"),
            message: lines.truncated(to: limit).joined(separator: "\n"))
    }

    private static func command(_ name: String, _ group: FindingGroup) -> String {
        let finding = group.first
        var lines = [finding.message]
        if let expected = finding.expected { lines.append("expected: " + expected.bounded(to: 500)) }
        if let found = finding.found { lines.append("found: " + found.bounded(to: 500)) }
        if let recording = finding.recording { lines.append("\(finding.recordingKind): \(recording)") }
        if !group.others.isEmpty { lines.append("and \(group.others.count) more like it") }
        lines.append("repeat: " + finding.repeatCommand)
        return command(name, title: finding.rule, message: lines.joined(separator: "\n"), at: finding.contract)
    }

    private static func command(_ name: String, _ group: ReasonGroup) -> String {
        let checks = group.checks.prefix(limit).map(\.id) + (group.checks.count > limit ? ["…"] : [])
        let message = group.reason + "\n" + checks.joined(separator: "\n")
        return command(name, title: group.headline, message: message)
    }

    private static func command(_ name: String, title: String, message: String, at place: Place? = nil) -> String {
        var properties: [String] = []
        if let place {
            properties = ["file=" + property(place.file), "line=\(place.line)", "col=\(place.column)"]
        }
        properties.append("title=" + property(title.bounded(to: 200)))
        let data = message.bounded(to: 4000).visible(keepingLines: true).withoutPipelineCommands.commandData
        return "::\(name) \(properties.joined(separator: ","))::\(data)"
    }

    private static func property(_ text: String) -> String {
        text.visible().commandData.replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

extension String {
    fileprivate var commandData: String {
        replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
