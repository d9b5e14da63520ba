import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractReporting

/// Writes reports for `Tests/browser/check.py` and `Tests/readers/check.py` into the `REPORT_SAMPLES` folder.
@Test(.enabled(if: ProcessInfo.processInfo.environment["REPORT_SAMPLES"] != nil))
func writesSamplesOfReports() throws {
    let folder = URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["REPORT_SAMPLES"]))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for golden in try GoldenCase.all() {
        for format in ReportFormat.allCases {
            let text = try golden.report().rendered(as: format, in: golden.context())
            try Data(text.utf8).write(to: folder.appendingPathComponent("\(golden.name).\(format.rawValue)"))
        }
    }
    try Data(largeReport().rendered(as: .html).utf8).write(to: folder.appendingPathComponent("large.html"))
    for (number, text) in Hostile.texts.enumerated() {
        for format in ReportFormat.allCases {
            let page = Hostile.report(text).rendered(as: format, in: ReportContext { _ in text })
            try Data(page.utf8).write(to: folder.appendingPathComponent("hostile-\(number).\(format.rawValue)"))
        }
    }
}

/// Returns a report with 10,000 checks in 20 services and 1,000 findings.
func largeReport() -> Report {
    let checks = (0..<10_000).map { number in
        let findings =
            !number.isMultiple(of: 10)
            ? []
            : [
                Finding(
                    reported: "response.schema", severity: .error, message: "the value of \"name\" is not a string",
                    expected: "a string", found: "\(number)",
                    contract: Place(file: "Contracts/a/contract.json", line: number % 50 + 1, column: 5, pointer: "/x"),
                    recording: Place(file: "Recordings/a/b.har", line: 1, column: number * 10 + 1),
                    repeatCommand: "contracts verify --only b", fingerprint: "\(number)")
            ]
        return CheckResult(
            check: Check(service: "service \(number % 20)", kind: .response, "check \(number)"),
            outcome: findings.isEmpty ? .passed : .failed, probes: 3, seconds: 0.001, findings: findings)
    }
    return Report(checks: checks, seconds: 10)
}
