import ContractReporting

package enum HealthFormat: String, Sendable, Hashable, CaseIterable {
    case console
    case json
    case jsonl
    case prometheus
    case sarif
    case html
    case badge
    case nagios
}

extension HealthRound {
    package func rendered(as format: HealthFormat, in context: ReportContext = ReportContext()) -> String {
        switch format {
        case .console: HealthConsole.text(of: self, in: context)
        case .json: HealthJSON.text(of: self)
        case .jsonl: HealthJSON.lines(of: self)
        case .prometheus: HealthMetrics.text(of: self)
        case .sarif: HealthSARIF.text(of: self, in: context)
        case .html: HealthPage.text(of: self, in: context)
        case .badge: HealthBadge.text(of: self)
        case .nagios: NagiosOutput(of: self).text
        }
    }
}
