import ContractChecking
import ContractFormat

extension [EndpointObservation] {
    /// The observations as they weigh on a day: what is accepted is only a remark, what no longer is counts.
    ///
    /// In the places of `accepted.json` an endpoint is `SERVICE/health/ENDPOINT`.
    ///
    /// - Parameter isWhole: whether every endpoint was observed: only then an entry that accepts nothing is told.
    package func judged(by judgement: AcceptedJudgement, isWhole: Bool) -> [EndpointObservation] {
        guard !judgement.accepted.entries.isEmpty else { return self }
        var matched: Set<AcceptedFindings.Entry> = []
        var judged = map { $0.judged(by: judgement, &matched) }
        let rules = Set(HealthRule.rules.map(\.id))
        for entry in judgement.accepted.entries
        where isWhole && !matched.contains(entry) && (entry.isOfHealth || rules.contains(entry.rule)) {
            guard !judged.isEmpty else { break }
            let index = judged.firstIndex { $0.service == entry.checkSegments.first.map(String.init) } ?? 0
            let command = "contracts health --only \(ShellWord.glob(judged[index].id))"
            judged[index] = judged[index].remarking(
                judgement.unmatched(entry, judged[index].acceptedPlace, repeatCommand: command))
        }
        return judged
    }
}

extension EndpointObservation {
    /// The name by which `accepted.json` knows the endpoint.
    fileprivate var acceptedPlace: String { "\(service)/health/\(endpoint)" }

    fileprivate func judged(
        by judgement: AcceptedJudgement, _ matched: inout Set<AcceptedFindings.Entry>
    ) -> EndpointObservation {
        var aspects = aspects
        var remarks = remarks
        var isTouched = false
        for (aspect, result) in aspects {
            let (findings, entries) = judgement.judged(result.findings, of: acceptedPlace)
            guard !entries.isEmpty else { continue }
            matched.formUnion(entries)
            isTouched = true
            let counting = findings.filter { $0.acceptance == nil }
            aspects[aspect] = counting.isEmpty ? .held : .failed(counting)
            remarks += findings.filter { $0.acceptance != nil }
        }
        let (told, entries) = judgement.judged(remarks.filter { $0.acceptance == nil }, of: acceptedPlace)
        matched.formUnion(entries)
        return EndpointObservation(
            service: service, endpoint: endpoint, cases: cases, aspects: aspects,
            remarks: told + remarks.filter { $0.acceptance != nil },
            verdict: isTouched ? Judgement.verdict(of: aspects) : verdict, latency: latency,
            latencyLimit: latencyLimit, attempts: attempts)
    }

    fileprivate func remarking(_ finding: Finding) -> EndpointObservation {
        EndpointObservation(
            service: service, endpoint: endpoint, cases: cases, aspects: aspects, remarks: remarks + [finding],
            verdict: verdict, latency: latency, latencyLimit: latencyLimit, attempts: attempts)
    }
}
