import JSONSchema

protocol LintRule: SendableMetatype {
    static func check(_ contract: Contract, _ report: (_ message: String, _ pointer: JSONPointer) -> Void)
}

enum ContractLint {
    static let rules: [any LintRule.Type] = [
        NameRule.self, ReferenceRule.self, StatusRule.self, ArgumentRule.self, PlaceholderRule.self, ExampleRule.self,
        MapRule.self,
        FaultNameRule.self, UncalledEndpointRule.self, HealthLimitsRule.self, EndlessRule.self, NoBodyRule.self,
    ]

    static func faults(of contract: Contract) -> [ContractFault] {
        var faults: [ContractFault] = []
        for rule in rules {
            rule.check(contract) { faults.append(ContractFault($0, at: contract.place(of: $1))) }
        }
        return faults
    }
}
