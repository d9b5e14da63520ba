import ContractChecking

/// What one round showed of one endpoint, before anything is remembered of it.
package struct EndpointObservation: Sendable, Hashable {
    package let service: String
    package let endpoint: String
    package let cases: [String]
    package let aspects: [HealthAspect: HealthAspectResult]
    package let remarks: [Finding]
    package let verdict: HealthVerdict
    package let latency: Double?
    package let latencyLimit: Double?
    package let attempts: Int

    package var id: String { "\(service)/\(endpoint)" }

    /// Tells what the judgements of an endpoint's cases come to: the worst of each aspect.
    init(_ target: HealthTarget, _ judgements: [Judgement]) {
        service = target.contract.service
        endpoint = target.endpoint.name
        cases = target.cases.map(\.name)
        aspects = HealthAspect.allCases.reduce(into: [:]) { all, aspect in
            all[aspect] = HealthAspectResult(judgements.compactMap { $0.aspects[aspect] })
        }
        remarks = judgements.flatMap(\.remarks)
        verdict = judgements.map(\.verdict).max() ?? .unsupported
        latency = judgements.compactMap(\.latency).max()
        latencyLimit = target.latencyLimit
        attempts = judgements.map(\.attempts).max() ?? 0
    }

    package init(
        service: String, endpoint: String, cases: [String], aspects: [HealthAspect: HealthAspectResult],
        remarks: [Finding] = [], verdict: HealthVerdict, latency: Double? = nil, latencyLimit: Double? = nil,
        attempts: Int = 1
    ) {
        self.service = service
        self.endpoint = endpoint
        self.cases = cases
        self.aspects = aspects
        self.remarks = remarks
        self.verdict = verdict
        self.latency = latency
        self.latencyLimit = latencyLimit
        self.attempts = attempts
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
