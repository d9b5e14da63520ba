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
        add(PrometheusText.Metric("contract_findings_accepted", "Findings that fail nothing until a day is over.")) {
            [sample($0, Double($0.results.reduce(0) { $0 + $1.findings.count { $0.acceptance != nil } }))]
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

/// The text format in which Prometheus and the textfile collector of the node exporter read metrics (version 0.0.4).
///
/// Each metric is one block of `# HELP`, `# TYPE` and its samples; no sample has a timestamp, which the textfile collector
/// refuses. Metrics without a sample are left out.
package struct PrometheusText {
    /// A gauge.
    package struct Metric: Sendable {
        let name: String
        let help: String

        /// Names a metric: letters, digits and underscores.
        package init(_ name: String, _ help: String) {
            self.name = name
            self.help = help
        }

        /// Indicates whether all that was checked holds.
        package static let success = Metric("contract_success", "Whether everything that was checked holds: 1, or 0.")
        /// The seconds that the checks took.
        package static let duration = Metric("contract_duration_seconds", "How long it took.")
        /// The time when the run began.
        package static let lastRun = Metric(
            "contract_last_run_timestamp_seconds", "When the last run began, in seconds since 1970.")
    }

    /// One value with the labels that tell it apart, in the order they are written.
    package struct Sample {
        let labels: [(name: String, value: String)]
        let value: Double

        /// Makes a sample.
        package init(_ labels: [(name: String, value: String)], _ value: Double) {
            self.labels = labels
            self.value = value
        }
    }

    /// The blocks so far, each line ended.
    package private(set) var text = ""

    /// Begins an empty text.
    package init() {}

    /// Writes a metric, which must not have been written before.
    package mutating func add(_ metric: Metric, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(metric.name) \(metric.help.replacing("\\", with: "\\\\"))\n# TYPE \(metric.name) gauge\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += "\(metric.name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))\n"
        }
    }

    /// Writes out invisible characters, so that a label is always one line of text.
    private static func escaped(_ value: String) -> String {
        value.visible().replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
