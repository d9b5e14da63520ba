import ContractChecking
import ContractReporting
import Foundation

/// Endpoint metrics for the textfile collector of the node exporter. Unobserved aspects have no sample, because alerts
/// on them would be guesses.
enum HealthMetrics {
    static func text(of round: HealthRound) -> String {
        var text = PrometheusText(round.endpoints) { [("service", $0.service), ("endpoint", $0.endpoint)] }
        text.add(.success, if: \.verdict.isAvailable)
        text.add(
            .init("contract_decode_success", "Whether the models accept every record of the response (1 or 0)."),
            if: { $0[.models].holds })
        text.add(
            .init("contract_reachable", "Whether a complete response arrived before the deadline (1 or 0)."),
            if: { $0[.reachable] == .held })
        text.add(.duration, \.latency)
        text.add(
            .init("contract_duration_limit_seconds", "The call duration above which the endpoint is degraded."),
            \.latencyLimit)
        text.add(
            .init(
                "contract_certificate_expiry_days",
                "Days until the server's certificate expires; negative if it has expired."), \.certificateDays)
        text.add(
            .init(
                "contract_recording_timestamp_seconds",
                "The time of the oldest recording that the endpoint is compared with, in seconds since 1970.")
        ) { $0.recordedAt?.timeIntervalSince1970 }
        text.add(.init("contract_drift_findings", "Differences from the recording, by severity."), by: "severity") {
            endpoint in
            guard endpoint[.drift].holds != nil else { return [] }
            return Severity.allCases.map { severity in
                (severity.rawValue, Double(endpoint[.drift].findings.count { $0.severity == severity }))
            }
        }
        text.add(.accepted) { Double($0.remarks.count { $0.acceptance != nil }) }
        text.add(
            .init("contract_verdict", "The verdict after thresholds: 1 for the current verdict, 0 for the others."),
            by: "verdict"
        ) { endpoint in HealthVerdict.allCases.map { ($0.rawValue, endpoint.settled == $0 ? 1 : 0) } }
        text.add(.init("contract_maintenance", "Whether a maintenance window is open (1 or 0)."), if: \.isInMaintenance)
        text.add(.init("contract_retries", "The number of retries of the call.")) { Double($0.retries) }
        text.add(
            .init(
                "contract_availability_ratio", "Share of the rounds of a window in which the endpoint was available."),
            by: "window"
        ) { endpoint in
            endpoint.availability.compactMap { availability in
                availability.ratio.map { (availability.window.rawValue.replacing(" ", with: ""), $0) }
            }
        }
        text.add(.lastRun) { _ in round.started.timeIntervalSince1970.rounded(.down) }
        return text.text
    }
}
