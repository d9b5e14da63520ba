import ContractChecking
import Foundation
import JSONSchema

/// Writes a report as JUnit XML: a suite per service, a test case per check.
///
/// The output is the common subset of Jenkins, GitLab and the GitHub actions that read JUnit. Several readers show only
/// one `failure` per test case, so one contains all findings. Findings of passed checks become `system-out`.
struct JUnitReport {
    /// Whether test cases have the attributes `file` and `line`, which readers use but the schema lacks.
    let places: Bool

    func text(of report: Report, in context: ReportContext) -> String {
        var sources = SourceFiles(context.source)
        let counts =
            "tests=\"\(report.checks.count)\" failures=\"\(report.count(.failed))\" "
            + "errors=\"\(report.count(.error))\""
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites name=\"contracts\" \(counts) time=\"\(decimal(report.seconds))\">\n"
        for tally in ServiceTally.services(of: report) {
            write(tally, date: context.date, sources: &sources, to: &text)
        }
        return text + "</testsuites>\n"
    }

    private func write(_ tally: ServiceTally, date: Date?, sources: inout SourceFiles, to text: inout String) {
        let timestamp = date.map { " timestamp=\"\($0.stamp.dropLast())\"" } ?? ""
        text += "  <testsuite name=\"\(tally.service.markupAttribute)\" tests=\"\(tally.results.count)\" "
        text += "failures=\"\(tally.count(.failed))\" errors=\"\(tally.count(.error))\" "
        text += "skipped=\"\(tally.count(.skipped))\" time=\"\(decimal(tally.seconds))\"\(timestamp)>\n"
        var names = DistinctNames.ofTests
        for result in tally.results { write(result, names: &names, sources: &sources, to: &text) }
        text += "  </testsuite>\n"
    }

    private func write(
        _ result: CheckResult, names: inout DistinctNames, sources: inout SourceFiles, to text: inout String
    ) {
        let service = result.check.service
        text += "    <testcase name=\"\(names.take(result.check.path.markupAttribute))\" "
        text += "classname=\"\(service.markupAttribute).\(result.check.kind.rawValue)\" "
        text += "time=\"\(decimal(result.seconds))\""
        if places, let place = result.worst?.contract {
            text += " file=\"\(place.file.markupAttribute)\" line=\"\(place.line)\""
        }

        let content = content(of: result, sources: &sources)
        text += content.isEmpty ? "/>\n" : ">\n\(content)    </testcase>\n"
    }

    private func content(of result: CheckResult, sources: inout SourceFiles) -> String {
        var content = ""
        var findings = ""
        if !result.findings.isEmpty {
            var canvas = ConsoleCanvas()
            for (number, group) in FindingGroup.groups(of: result.findings).enumerated() {
                if number > 0 { canvas.blankLine() }
                ConsoleFinding.write(group, sources: &sources, on: &canvas)
            }
            findings = canvas.text.markupText
        }
        let reason = (result.reason ?? "no reason was given").bounded(to: 2000)
        switch result.outcome {
        case .passed: break
        case .failed:
            let more = result.findings.count - 1
            let worst = (result.worst?.message ?? "failed without a finding: \(reason)").bounded(to: 2000)
            let message = more > 0 ? "\(worst) (and \(counted(more, "more finding")))" : worst
            let rule = (result.worst?.rule ?? "failed").markupAttribute
            content += "      <failure message=\"\(message.markupAttribute)\" type=\"\(rule)\">"
            content += "\(message.markupText)\n\n\(findings)</failure>\n"
            findings = ""
        case .error:
            content += "      <error message=\"\(reason.markupAttribute)\" type=\"not-evaluated\">"
            content += "\(reason.markupText)</error>\n"
        case .skipped: content += "      <skipped message=\"\(reason.markupAttribute)\"/>\n"
        }
        if let score = result.score {
            let line = ScoreLines.line(for: result.check, score).bounded(to: 4000).markupText
            content += "      <system-out>\(line)\(findings.isEmpty ? "" : "\n\n")\(findings)</system-out>\n"
            findings = ""
        }
        if !findings.isEmpty { content += "      <system-out>\(findings)</system-out>\n" }
        return content
    }
}

extension CheckResult {
    fileprivate var worst: Finding? { findings.min { $0.severity < $1.severity } }
}
