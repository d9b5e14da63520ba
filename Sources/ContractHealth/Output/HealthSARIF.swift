import ContractReporting

enum HealthSARIF {
    static func text(of round: HealthRound, in context: ReportContext) -> String {
        var log = SARIFLog(in: context)
        for endpoint in round.endpoints {
            log.add(endpoint.findings + endpoint.remarks, of: endpoint.id)
            for (label, reason) in endpoint.skipped { log.add("\(endpoint.id): \(label): \(reason)", level: .error) }
        }
        for notice in round.notices { log.add(notice, level: .note) }
        if round.endpoints.isEmpty {
            log.add("no case of any contract has \"health\": true, so nothing was checked", level: .error)
        }
        return log.text
    }
}
