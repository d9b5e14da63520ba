import ContractReporting

/// The forms a round of health checks can be written in, named as `contracts health --report FORMAT=FILE` names them.
package enum HealthFormat: String, Sendable, Hashable, CaseIterable {
    case console
    case json
    /// An object per endpoint and line, the round last.
    case jsonl
    case prometheus
    case sarif
    case html
    case badge
    case nagios
}

extension HealthRound {
    /// The same round and context always give the same text; outside text is escaped for the format.
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
