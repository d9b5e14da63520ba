import ContractChecking
import Foundation

enum PrometheusReport {
    static func text(of report: Report, in context: ReportContext) -> String {
        var text = PrometheusText(ServiceTally.services(of: report)) { [("service", $0.service)] }
        text.add(.success, if: { $0.outcome == .passed })
        text.add(.init("contract_checks", "Checks by outcome."), by: "outcome") { tally in
            CheckResult.Outcome.allCases.map { ($0.rawValue, Double(tally.count($0))) }
        }
        text.add(.init("contract_findings", "Findings by severity."), by: "severity") { tally in
            Severity.allCases.map { severity in
                (severity.rawValue, Double(tally.findings.count { $0.severity == severity }))
            }
        }
        text.add(.accepted) { Double($0.findings.count { $0.acceptance != nil }) }
        text.add(.init("contract_probes", "Inputs and exchanges tried.")) {
            Double($0.results.reduce(0) { $0 + $1.probes })
        }
        text.add(
            .init("contract_model_score_ratio", "Share of a model's constraints that its initializer enforces."),
            by: "model"
        ) { tally in
            tally.results.compactMap { result in
                guard let score = result.score, score.total > 0 else { return nil }
                return (result.check.name, Double(score.enforced) / Double(score.total))
            }
        }
        text.add(.duration) { max($0.seconds, 0) }
        text.add(.lastRun) { _ in context.date?.timeIntervalSince1970.rounded(.down) }
        return text.text
    }
}

extension ServiceTally {
    fileprivate var findings: [Finding] { results.flatMap(\.findings) }
}

package struct PrometheusMetric: Sendable {
    let name: String
    let help: String

    package init(_ name: String, _ help: String) { (self.name, self.help) = (name, help) }

    package static let success = Self("contract_success", "Whether everything that was checked passed (1 or 0).")
    package static let accepted = Self(
        "contract_findings_accepted", "Findings that do not fail a run until they expire.")
    package static let duration = Self("contract_duration_seconds", "The duration of the run.")
    package static let lastRun = Self(
        "contract_last_run_timestamp_seconds", "The start of the last run, in seconds since 1970.")
}

/// The Prometheus text format, version 0.0.4.
///
/// Samples have no timestamps, because the node exporter's textfile collector rejects them.
package struct PrometheusText<Subject> {
    package typealias Label = (name: String, value: String)

    private let subjects: [Subject]
    private let labels: (Subject) -> [Label]
    package private(set) var text = ""

    package init(_ subjects: [Subject], labels: @escaping (Subject) -> [Label]) {
        (self.subjects, self.labels) = (subjects, labels)
    }

    package mutating func add(_ metric: PrometheusMetric, _ value: (Subject) -> Double?) {
        write(metric, subjects.compactMap { subject in value(subject).map { (labels(subject), $0) } })
    }

    package mutating func add(_ metric: PrometheusMetric, if holds: (Subject) -> Bool?) {
        add(metric) { holds($0).map { $0 ? 1 : 0 } }
    }

    package mutating func add(_ metric: PrometheusMetric, by label: String, _ values: (Subject) -> [(String, Double)]) {
        write(metric, subjects.flatMap { subject in values(subject).map { (labels(subject) + [(label, $0.0)], $0.1) } })
    }

    private mutating func write(_ metric: PrometheusMetric, _ samples: [(labels: [Label], value: Double)]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(metric.name) \(metric.help.replacing("\\", with: "\\\\"))\n# TYPE \(metric.name) gauge\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += "\(metric.name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))\n"
        }
    }

    private static func escaped(_ value: String) -> String {
        value.visible().replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
