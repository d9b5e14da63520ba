import ContractReporting

/// The forms a round of health checks can be written in, named as `contracts health --report FORMAT=FILE` names them.
package enum HealthFormat: String, Sendable, Hashable, CaseIterable {
    case console
    /// One object, described by ``HealthSchema``.
    case json
    /// An object per endpoint and line, the round last.
    case jsonl
    case prometheus
    /// A SARIF 2.1.0 log of what is wrong, from which code scanning tracks findings.
    case sarif
    case html
    case badge
    /// A line with performance data, as monitoring plugins print it, and lines about what is wrong.
    case nagios
}

extension HealthRound {
    /// The round as text in a format, ending in a newline.
    ///
    /// The same round and context always give the same text. Whatever came from outside is escaped for the format.
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
