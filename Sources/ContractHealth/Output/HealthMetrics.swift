import ContractChecking
import ContractReporting
import Foundation

/// A round as metrics of its endpoints, for the textfile collector of the node exporter.
///
/// Aspects that were not observed have no sample, because an alert on them would be a guess.
enum HealthMetrics {
    static func text(of round: HealthRound) -> String {
        var text = PrometheusText()
        func add(_ metric: PrometheusText.Metric, _ samples: (EndpointHealth) -> [PrometheusText.Sample]) {
            text.add(metric, round.endpoints.flatMap(samples))
        }
        add(.success) { [sample($0, $0.verdict.isAvailable)] }
        add(.init("contract_decode_success", "Whether the models take every record of the answer: 1, or 0.")) {
            endpoint in
            switch endpoint[.models] {
            case .held: [sample(endpoint, true)]
            case .failed: [sample(endpoint, false)]
            case .notObserved, .unsupported: []
            }
        }
        add(.init("contract_reachable", "Whether a whole answer came before the deadline: 1, or 0.")) {
            [sample($0, $0[.reachable] == .held)]
        }
        add(.duration) { endpoint in endpoint.latency.map { [sample(endpoint, $0)] } ?? [] }
        add(.init("contract_duration_limit_seconds", "How long it may take before it is degraded.")) { endpoint in
            endpoint.latencyLimit.map { [sample(endpoint, $0)] } ?? []
        }
        add(
            .init(
                "contract_certificate_expiry_days",
                "Days for which the server's certificate is valid; below 0 it has expired.")
        ) { endpoint in endpoint.certificateDays.map { [sample(endpoint, $0)] } ?? [] }
        add(
            .init(
                "contract_recording_timestamp_seconds",
                "When the oldest recording that it is compared with was made, in seconds since 1970.")
        ) { endpoint in endpoint.recordedAt.map { [sample(endpoint, $0.timeIntervalSince1970)] } ?? [] }
        add(.init("contract_drift_findings", "What differs from the recording, by severity.")) { endpoint in
            switch endpoint[.drift] {
            case .held, .failed:
                Severity.allCases.map { severity in
                    let count = endpoint[.drift].findings.count { $0.severity == severity }
                    return sample(endpoint, Double(count), ("severity", severity.rawValue))
                }
            case .notObserved, .unsupported: []
            }
        }
        add(.init("contract_findings_accepted", "Findings that fail nothing until a day is over.")) { endpoint in
            [sample(endpoint, Double(endpoint.remarks.count { $0.acceptance != nil }))]
        }
        add(.init("contract_verdict", "The verdict that holds after thresholds: 1 for it, and 0 for the others.")) {
            endpoint in
            HealthVerdict.allCases.map { sample(endpoint, endpoint.settled == $0 ? 1 : 0, ("verdict", $0.rawValue)) }
        }
        add(.init("contract_maintenance", "Whether a maintenance window is open: 1, or 0.")) {
            [sample($0, $0.isInMaintenance)]
        }
        add(.init("contract_retries", "How often the call was made again.")) { [sample($0, Double($0.retries))] }
        add(.init("contract_availability_ratio", "Share of the rounds of a window in which it served its users.")) {
            endpoint in
            endpoint.availability.compactMap { availability in
                availability.ratio.map {
                    sample(endpoint, $0, ("window", availability.window.rawValue.replacing(" ", with: "")))
                }
            }
        }
        add(.lastRun) { [sample($0, round.started.timeIntervalSince1970.rounded(.down))] }
        return text.text
    }

    private static func sample(_ endpoint: EndpointHealth, _ holds: Bool) -> PrometheusText.Sample {
        sample(endpoint, holds ? 1 : 0)
    }

    private static func sample(
        _ endpoint: EndpointHealth, _ value: Double, _ more: (name: String, value: String)...
    ) -> PrometheusText.Sample {
        PrometheusText.Sample([("service", endpoint.service), ("endpoint", endpoint.endpoint)] + more, value)
    }
}
