import ContractChecking
import Foundation
import Testing

@testable import ContractReporting

struct PrometheusTests {
    /// A service with a failed model and a check that was not run, half a second each.
    private let report = Report(
        checks: [
            CheckResult(
                check: Check(service: "a", kind: .model, "M"), outcome: .failed, probes: 3, seconds: 0.5,
                findings: [sampleFinding(), sampleFinding(severity: .warning)],
                score: ModelScore(enforced: 3, total: 4, missing: ["/x"])),
            CheckResult(check: Check(service: "b", kind: .contract), outcome: .skipped, seconds: 0.5),
        ], seconds: 1)

    @Test func writesEachMetricOnceWithItsHelp() {
        let text = report.rendered(
            as: .prometheus, in: ReportContext(date: Date(timeIntervalSince1970: 1_750_000_000.75)))
        let expected = """
            # HELP contract_success Whether everything that was checked passed (1 or 0).
            # TYPE contract_success gauge
            contract_success{service="a"} 0
            contract_success{service="b"} 0
            # HELP contract_checks Checks by outcome.
            # TYPE contract_checks gauge
            contract_checks{service="a",outcome="passed"} 0
            contract_checks{service="a",outcome="failed"} 1
            contract_checks{service="a",outcome="error"} 0
            contract_checks{service="a",outcome="skipped"} 0
            contract_checks{service="b",outcome="passed"} 0
            contract_checks{service="b",outcome="failed"} 0
            contract_checks{service="b",outcome="error"} 0
            contract_checks{service="b",outcome="skipped"} 1
            # HELP contract_findings Findings by severity.
            # TYPE contract_findings gauge
            contract_findings{service="a",severity="error"} 1
            contract_findings{service="a",severity="warning"} 1
            contract_findings{service="a",severity="info"} 0
            contract_findings{service="b",severity="error"} 0
            contract_findings{service="b",severity="warning"} 0
            contract_findings{service="b",severity="info"} 0
            # HELP contract_findings_accepted Findings that do not fail a run until they expire.
            # TYPE contract_findings_accepted gauge
            contract_findings_accepted{service="a"} 0
            contract_findings_accepted{service="b"} 0
            # HELP contract_probes Inputs and exchanges tried.
            # TYPE contract_probes gauge
            contract_probes{service="a"} 3
            contract_probes{service="b"} 0
            # HELP contract_model_score_ratio Share of a model's constraints that its initializer enforces.
            # TYPE contract_model_score_ratio gauge
            contract_model_score_ratio{service="a",model="M"} 0.75
            # HELP contract_duration_seconds The duration of the run.
            # TYPE contract_duration_seconds gauge
            contract_duration_seconds{service="a"} 0.5
            contract_duration_seconds{service="b"} 0.5
            # HELP contract_last_run_timestamp_seconds The start of the last run, in seconds since 1970.
            # TYPE contract_last_run_timestamp_seconds gauge
            contract_last_run_timestamp_seconds{service="a"} 1750000000
            contract_last_run_timestamp_seconds{service="b"} 1750000000

            """
        #expect(text == expected)
    }

    @Test(arguments: Hostile.texts) func escapesUntrustedTextInLabels(_ text: String) throws {
        for line in Hostile.report(text).rendered(as: .prometheus).split(separator: "\n") where !line.hasPrefix("# ") {
            _ = try #require(
                line.wholeMatch(
                    of: /[a-z_]+\{[a-z]+="(?:[^"\\]|\\["\\])*"(?:,[a-z]+="(?:[^"\\]|\\["\\])*")?\} [0-9.]+/),
                "\(line)")
        }
    }

    @Test(arguments: [
        (0.0, "0"), (-1, "-1"), (0.1, "0.1"), (1e-9, "1e-09"), (1e300, "1e+300"), (.infinity, "+Inf"),
        (-.infinity, "-Inf"), (.nan, "NaN"),
    ])
    func writesNumbersInPrometheusNotation(_ value: Double, _ expected: String) {
        var text = PrometheusText([value]) { _ in [] }
        text.add(PrometheusMetric("m", "A \\ b.")) { $0 }
        #expect(text.text == "# HELP m A \\\\ b.\n# TYPE m gauge\nm \(expected)\n")
    }

    @Test func omitsMetricsWithoutSamples() {
        #expect(Report(checks: [], seconds: 0).rendered(as: .prometheus).isEmpty)
    }
}
