import ContractFormat

/// The check that is always there and runs first: whatever is wrong with a contract, its recordings or its bindings.
enum ContractCheck {
    static func result(
        _ check: Check, _ faults: [ContractFault], _ stale: [RecordingAge.Stale], _ configuration: RunConfiguration
    ) -> CheckResult {
        let repeatCommand = configuration.repeatCommand(for: check)
        let findings =
            faults.map { fault in
                Finding(
                    rule: ContractRule.fault.rule, message: fault.message, contract: fault.place,
                    repeatCommand: repeatCommand,
                    fingerprint: Fingerprint.of(
                        rule: ContractRule.fault.rule, check: check,
                        pointer: .init(tokens: [fault.place.pointer.description])))
            }
            + stale.compactMap { configuration.maximumAge?.finding(of: $0, check, repeatCommand: repeatCommand) }
        return CheckResult(
            check: check, outcome: findings.contains { $0.severity <= configuration.failOn } ? .failed : .passed,
            probes: 1, findings: findings)
    }
}
