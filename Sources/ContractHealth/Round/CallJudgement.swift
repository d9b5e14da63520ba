import ContractChecking

struct CallJudgement: Sendable {
    let aspects: [HealthAspect: HealthAspectResult]
    let remarks: [Finding]
    let latency: Double?
    var attempts = 1

    /// Judges a call with a response or without a request. Findings below the severity limit of their aspect become
    /// remarks.
    ///
    /// - Parameter otherwise: the reason for unobserved aspects.
    init(
        _ observations: [HealthAspect: HealthAspectResult], otherwise: String = "",
        latency: (seconds: Double, result: HealthAspectResult)?
    ) {
        var aspects: [HealthAspect: HealthAspectResult] = [
            .reachable: latency == nil ? .notObserved(reason: "the call sent no request") : .held,
            .latency: latency?.result ?? .notObserved(reason: "there was no response to check"),
        ]
        var remarks: [Finding] = []
        for aspect in [HealthAspect.status, .contract, .models, .drift] {
            aspects[aspect] = observations[aspect] ?? .notObserved(reason: otherwise)
            guard case .failed(let findings) = aspects[aspect] else { continue }
            // Drift counts from warnings on, every other aspect only from errors on.
            let gate = aspect == .drift ? Severity.warning : .error
            aspects[aspect] = HealthAspectResult(findings.filter { $0.severity <= gate })
            remarks += findings.filter { $0.severity > gate }
        }
        self.aspects = aspects
        self.remarks = remarks
        self.latency = latency?.seconds
    }

    init(reachable: HealthAspectResult) {
        self.init(only: .reachable, reachable, "there was no response to check")
    }

    /// - Parameter reason: the reason for the unobserved aspects.
    init(only seen: HealthAspect, _ result: HealthAspectResult, _ reason: String) {
        aspects = HealthAspect.allCases.reduce(into: [:]) {
            $0[$1] = $1 == seen ? result : .notObserved(reason: reason)
        }
        remarks = []
        latency = nil
    }

    var verdict: HealthVerdict { Self.verdict(of: aspects) }

    static func verdict(of aspects: [HealthAspect: HealthAspectResult]) -> HealthVerdict {
        func findings(_ aspect: HealthAspect) -> [Finding] { aspects[aspect]?.findings ?? [] }
        if !findings(.reachable).isEmpty { return .unreachable }
        let broken = [HealthAspect.status, .contract, .models].flatMap(findings)
        if !broken.isEmpty || findings(.drift).contains(where: { $0.severity == .error }) { return .failing }
        if aspects.values.contains(where: \.isUnsupported) { return .unsupported }
        return [.drift, .latency, .certificate].allSatisfy { findings($0).isEmpty } ? .healthy : .degraded
    }
}
