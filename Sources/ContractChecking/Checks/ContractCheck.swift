import ContractFormat

/// The check that is always there and runs first: whatever is wrong with a contract, its recordings or its bindings.
enum ContractCheck {
    static func result(_ check: Check, _ faults: [ContractFault], _ configuration: RunConfiguration) -> CheckResult {
        CheckResult(
            check: check, outcome: faults.isEmpty ? .passed : .failed, probes: 1,
            findings: faults.map { fault in
                Finding(
                    rule: ContractRule.fault.rule, message: fault.message, contract: fault.place,
                    repeatCommand: configuration.repeatCommand(for: check),
                    fingerprint: Fingerprint.of(
                        rule: ContractRule.fault.rule, check: check,
                        pointer: .init(tokens: [fault.place.pointer.description])))
            })
    }
}
