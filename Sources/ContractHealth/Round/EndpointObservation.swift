import ContractChecking
import Foundation

package struct EndpointObservation: Sendable, Hashable, Codable {
    package let service: String
    package let endpoint: String
    package let cases: [String]
    package var aspects: [HealthAspect: HealthAspectResult]
    /// Findings that do not affect the verdict.
    package var remarks: [Finding] = []
    package var verdict: HealthVerdict
    /// The seconds of the slowest case, without waits before retries; `nil` without a complete response.
    package var latency: Double?
    package var latencyLimit: Double?
    package var certificateDays: Double?
    /// The time of the oldest recording used for comparison.
    package var recordedAt: Date?
    /// The highest number of calls of any case; 1 if none was retried.
    package var attempts = 1

    package var id: String { "\(service)/\(endpoint)" }

    package var retries: Int { max(0, attempts - 1) }

    package subscript(aspect: HealthAspect) -> HealthAspectResult {
        aspects[aspect] ?? .notObserved(reason: "it was not requested")
    }

    package var findings: [Finding] { HealthAspect.allCases.flatMap { self[$0].findings } }

    var skipped: [(label: String, reason: String)] {
        HealthAspect.allCases.compactMap { aspect in
            guard case .unsupported(let reason) = self[aspect] else { return nil }
            return (aspect == .reachable ? "skipped" : "\(aspect.rawValue) skipped", reason)
        }
    }
}

extension EndpointObservation {
    init(_ target: HealthTarget, _ judgements: [CallJudgement]) {
        self.init(
            service: target.contract.service, endpoint: target.name,
            // A scenario lists the endpoints of its steps.
            cases: target.scenario.map { $0.steps.map(\.endpoint.text) } ?? target.cases.map(\.name),
            aspects: HealthAspect.allCases.reduce(into: [:]) { all, aspect in
                all[aspect] = HealthAspectResult(judgements.compactMap { $0.aspects[aspect] })
            }, remarks: judgements.flatMap(\.remarks), verdict: judgements.map(\.verdict).max() ?? .unsupported,
            latency: judgements.compactMap(\.latency).max(), latencyLimit: target.latencyLimit,
            attempts: judgements.map(\.attempts).max() ?? 0)
    }

    package init(_ target: HealthTarget, killedBy message: String, live: Options) {
        let finding = target.finding(
            HealthRule.trap, "the code under test terminates its process on the response",
            expected: "a value, nil or an error",
            found: RunSecrets(of: target.contract, mode: .live, environment: live.environment)
                .redacted(message), live: live)
        let reason = "the code under test terminated its process"
        self.init(target, [CallJudgement(only: .models, .failed([finding]), reason)])
    }

    package init(_ target: HealthTarget, unsupported reason: String) {
        self.init(target, [CallJudgement(reachable: .unsupported(reason: reason))])
    }

    package func repeated(by command: String) -> EndpointObservation {
        var observation = self
        observation.remarks = remarks.map { $0.repeated(by: command) }
        observation.aspects = aspects.mapValues { result in
            result.findings.isEmpty ? result : .failed(result.findings.map { $0.repeated(by: command) })
        }
        return observation
    }
}

extension HealthAspectResult {
    fileprivate init(_ results: [HealthAspectResult]) {
        let findings = results.flatMap(\.findings)
        self =
            findings.isEmpty
            ? results.first(where: \.isUnsupported) ?? results.first { $0 == .held } ?? results.first
                ?? .notObserved(reason: "no case was called")
            : .failed(findings)
    }
}
