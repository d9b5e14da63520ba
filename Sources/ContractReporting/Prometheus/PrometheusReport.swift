import ContractChecking
import Foundation

/// A report as metrics of its services, for the textfile collector of the node exporter.
enum PrometheusReport {
    static func text(of report: Report, in context: ReportContext) -> String {
        let tallies = ServiceTally.services(of: report)
        var text = PrometheusText()
        func add(_ metric: PrometheusText.Metric, _ samples: (ServiceTally) -> [PrometheusText.Sample]) {
            text.add(metric, tallies.flatMap(samples))
        }
        add(.success) { [sample($0, $0.outcome == .passed ? 1 : 0)] }
        add(PrometheusText.Metric("contract_checks", "Checks by outcome.")) { tally in
            CheckResult.Outcome.allCases.map {
                sample(tally, Double(tally.count($0)), ("outcome", $0.rawValue))
            }
        }
        add(PrometheusText.Metric("contract_findings", "Findings by severity.")) { tally in
            Severity.allCases.map { severity in
                let count = tally.results.reduce(0) { $0 + $1.findings.count { $0.severity == severity } }
                return sample(tally, Double(count), ("severity", severity.rawValue))
            }
        }
        add(PrometheusText.Metric("contract_probes", "Inputs and exchanges tried.")) { tally in
            [sample(tally, Double(tally.results.reduce(0) { $0 + $1.probes }))]
        }
        add(
            PrometheusText.Metric(
                "contract_model_score_ratio", "Share of a model's constraints that its initializer enforces.")
        ) { tally in
            tally.results.compactMap { result in
                guard let score = result.score, score.total > 0 else { return nil }
                let ratio = Double(score.enforced) / Double(score.total)
                return sample(tally, ratio, ("model", result.check.name))
            }
        }
        add(.duration) { [sample($0, max($0.seconds, 0))] }
        if let date = context.date {
            add(.lastRun) { [sample($0, date.timeIntervalSince1970.rounded(.down))] }
        }
        return text.text
    }

    private static func sample(
        _ tally: ServiceTally, _ value: Double, _ more: (name: String, value: String)...
    ) -> PrometheusText.Sample {
        PrometheusText.Sample([("service", tally.service)] + more, value)
    }
}
