import ContractChecking
import ContractFormat

extension [EndpointObservation] {
    /// Applies the accepted findings: they become remarks, and expired ones count. In the places of `accepted.json` an
    /// endpoint is `SERVICE/health/ENDPOINT`.
    package func judged(by acceptance: AcceptanceJudgement, isWhole: Bool) -> [EndpointObservation] {
        guard !acceptance.accepted.entries.isEmpty, !isEmpty else { return self }
        let applied = acceptance.applying(to: map { ("\($0.service)/health/\($0.endpoint)", $0.findings + $0.remarks) })
        var observations = zip(self, applied.findings).map { $0.with($1) }
        let rules = Set(HealthRule.rules.map(\.id))
        for entry in acceptance.accepted.entries
        where isWhole && !applied.entries.contains(entry) && (entry.isOfHealth || rules.contains(entry.rule)) {
            let index = firstIndex { $0.service == entry.checkSegments.first.map(String.init) } ?? 0
            observations[index].remarks.append(acceptance.unmatched(entry))
        }
        return observations
    }
}

extension EndpointObservation {
    /// - Parameter judged: `findings + remarks`, in this order, after the acceptances.
    fileprivate func with(_ judged: [Finding]) -> EndpointObservation {
        var observation = self
        var (rest, accepted) = (judged[...], [Finding]())
        for aspect in HealthAspect.allCases where !self[aspect].findings.isEmpty {
            let own = rest.prefix(self[aspect].findings.count)
            rest = rest.dropFirst(own.count)
            observation.aspects[aspect] = HealthAspectResult(own.filter { $0.acceptance == nil })
            accepted += own.filter { $0.acceptance != nil }
        }
        // Only an expired acceptance makes a remark an error.
        for expired in rest where expired.severity == .error {
            let aspect = HealthAspect(ofRule: expired.rule)
            observation.aspects[aspect] = .failed(observation[aspect].findings + [expired])
        }
        observation.remarks = rest.filter { $0.severity != .error } + accepted
        observation.verdict = CallJudgement.verdict(of: observation.aspects)
        return observation
    }
}

extension HealthAspect {
    /// The aspect to which a remark with this rule belongs.
    fileprivate init(ofRule rule: String) {
        self = rule == HealthRule.drift.id ? .drift : rule.hasPrefix("model.") ? .models : .contract
    }
}
