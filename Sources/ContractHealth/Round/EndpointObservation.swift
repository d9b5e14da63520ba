import ContractChecking
import ContractReporting
import Foundation
import JSONSchema

/// The observation of one endpoint in one round, before its history is considered.
package struct EndpointObservation: Sendable, Hashable, Codable {
    package let service: String
    package let endpoint: String
    package let cases: [String]
    package var aspects: [HealthAspect: HealthAspectResult]
    package var remarks: [Finding]
    package var verdict: HealthVerdict
    package let latency: Double?
    package let latencyLimit: Double?
    /// The days for which the server's certificate is still valid; `nil` where that is not known.
    package let certificateDays: Double?
    /// The time when the oldest recording that it is compared with was made; `nil` where there is none.
    package let recordedAt: Date?
    package let attempts: Int

    package var id: String { "\(service)/\(endpoint)" }

    /// Tells what the judgements of an endpoint's cases come to: the worst of each aspect.
    init(_ target: HealthTarget, _ judgements: [CallJudgement]) {
        service = target.contract.service
        endpoint = target.name
        // The cases of a scenario are its steps, by their endpoints.
        cases = target.scenario.map { $0.steps.map(\.endpoint.text) } ?? target.cases.map(\.name)
        aspects = HealthAspect.allCases.reduce(into: [:]) { all, aspect in
            all[aspect] = HealthAspectResult(judgements.compactMap { $0.aspects[aspect] })
        }
        remarks = judgements.flatMap(\.remarks)
        verdict = judgements.map(\.verdict).max() ?? .unsupported
        latency = judgements.compactMap(\.latency).max()
        latencyLimit = target.latencyLimit
        certificateDays = nil
        recordedAt = nil
        attempts = judgements.map(\.attempts).max() ?? 0
    }

    package init(
        service: String, endpoint: String, cases: [String], aspects: [HealthAspect: HealthAspectResult],
        remarks: [Finding] = [], verdict: HealthVerdict, latency: Double? = nil, latencyLimit: Double? = nil,
        certificateDays: Double? = nil, recordedAt: Date? = nil, attempts: Int = 1
    ) {
        self.service = service
        self.endpoint = endpoint
        self.cases = cases
        self.aspects = HealthAspect.allCases.reduce(into: [:]) { all, aspect in
            all[aspect] = aspects[aspect] ?? .notObserved(reason: "it was not asked for")
        }
        self.remarks = remarks
        self.verdict = verdict
        self.latency = latency
        self.latencyLimit = latencyLimit
        self.certificateDays = certificateDays
        self.recordedAt = recordedAt
        self.attempts = attempts
    }

    /// The observation of an endpoint whose code under test ended its process, or had to be ended with it.
    ///
    /// - Parameters:
    ///   - message: the runtime's message, which may quote anything.
    ///   - live: the options of the calls, whose secrets are not told.
    package init(_ target: HealthTarget, killedBy message: String, live: Options) {
        let finding = target.finding(
            HealthRule.trap, "the code under test ends its process on what came", expected: "a value, nil or an error",
            found: RunSecrets(of: target.contract, mode: .live, environment: live.environment)
                .redacted(message), live: live)
        self.init(target, [CallJudgement(broken: finding)])
    }

    /// The observation of an endpoint that could not be looked at, and why.
    package init(_ target: HealthTarget, unsupported reason: String) {
        self.init(target, [CallJudgement(reachable: .unsupported(reason: reason))])
    }
}

extension HealthAspectResult {
    /// The result of several cases: all that failed, else what could not be looked at, else that it held.
    fileprivate init(_ results: [HealthAspectResult]) {
        let findings = results.flatMap(\.findings)
        if !findings.isEmpty {
            self = .failed(findings)
        } else {
            let unsupported = results.first { if case .unsupported = $0 { true } else { false } }
            self =
                unsupported ?? results.first { $0 == .held } ?? results.first
                ?? .notObserved(reason: "no case was called")
        }
    }
}

extension EndpointObservation {
    /// Returns the observation with the command that repeats it as whoever tells it was called.
    package func repeated(by command: String) -> EndpointObservation {
        func repeated(_ findings: [Finding]) -> [Finding] {
            findings.map { finding in
                var finding = finding
                finding.repeatCommand = command
                return finding
            }
        }
        var observation = self
        observation.remarks = repeated(remarks)
        for (aspect, result) in aspects {
            if case .failed(let findings) = result { observation.aspects[aspect] = .failed(repeated(findings)) }
        }
        return observation
    }
}
