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
    fileprivate func with(_ judged: [Finding]) -> EndpointObservation {
        let judged = Dictionary(judged.map { ($0.fingerprint, $0) }) { first, _ in first }
        var observation = mapping { judged[$0.fingerprint] ?? $0 }
        guard observation.aspects != aspects else { return observation }
        for (aspect, result) in observation.aspects {
            guard case .failed(let findings) = result else { continue }
            let counting = findings.filter { $0.acceptance == nil }
            observation.aspects[aspect] = counting.isEmpty ? .held : .failed(counting)
            observation.remarks += findings.filter { $0.acceptance != nil }
        }
        observation.verdict = CallJudgement.verdict(of: observation.aspects)
        return observation
    }
}
