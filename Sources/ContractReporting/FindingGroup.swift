import ContractChecking

/// Findings that are one fault: they share a fingerprint, and are shown together.
package struct FindingGroup {
    /// The first finding, which stands for all.
    let first: Finding
    /// The others, in the order they were found.
    private(set) var others: [Finding] = []

    /// The severity of the worst of them.
    private(set) var severity: Severity

    private init(_ first: Finding) {
        self.first = first
        severity = first.severity
    }

    /// Groups findings by fingerprint, the most severe first and otherwise in the order they come.
    package static func groups(of findings: [Finding]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        var index: [String: Int] = [:]
        for finding in findings {
            if let known = index[finding.fingerprint] {
                groups[known].others.append(finding)
                groups[known].severity = min(groups[known].severity, finding.severity)
            } else {
                index[finding.fingerprint] = groups.count
                groups.append(FindingGroup(finding))
            }
        }
        return Severity.allCases.flatMap { severity in groups.filter { $0.severity == severity } }
    }
}
