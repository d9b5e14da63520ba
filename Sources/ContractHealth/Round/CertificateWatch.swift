import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording

package struct CertificateWatch: Sendable {
    static let defaultDays = 14

    private let targets: [String: HealthTarget]
    private let live: Options
    private let now: @Sendable () -> Date

    package init(_ targets: [HealthTarget], live: Options, now: @escaping @Sendable () -> Date = { Date() }) {
        self.targets = Dictionary(targets.map { ($0.id, $0) }) { first, _ in first }
        self.live = live
        self.now = now
    }

    package func judged(_ observations: [EndpointObservation]) async -> [EndpointObservation] {
        var judged = observations
        for (index, observation) in observations.enumerated() {
            guard let target = targets[observation.id] else { continue }
            let (days, result) = await look(at: target)
            judged[index].aspects[.certificate] = result
            judged[index].certificateDays = days
            judged[index].recordedAt = target.recordedAt
            judged[index].verdict = CallJudgement.verdict(of: judged[index].aspects)
        }
        return judged
    }

    private func look(at target: HealthTarget) async -> (days: Double?, result: HealthAspectResult) {
        let origin = target.contract.origin(of: target.endpoint)
        let destination = live.servers.origins[origin] ?? origin
        guard let url = URL(string: destination), let host = url.host, url.scheme?.lowercased() == "https" else {
            return (nil, .notObserved(reason: "\(destination) is called without TLS"))
        }
        let shown = await live.servers.handshake?(host, url.port ?? 443)
        guard let expires = shown?.expires else {
            let reason = shown?.words ?? "no certificate was received"
            // An explicit limit must not go unchecked silently.
            return (nil, target.isCertificateLimitSet ? .unsupported(reason: reason) : .notObserved(reason: reason))
        }
        let days = (expires.timeIntervalSince(now()) / 86_400 * 100).rounded(.down) / 100
        let limit = target.certificateDays
        guard days < Double(limit) else { return (days, .held) }
        let finding = target.finding(
            HealthRule.certificate,
            days < 0 ? "the server's certificate has expired" : "the server's certificate expires soon",
            expected: "at least \(limit) days",
            found: "\(Int(days.rounded(.down))) days, until \(Timestamp(expires).text)", at: target.certificatePlace,
            live: live)
        return (days, .failed([finding]))
    }
}
