import JSONSchema

/// Requires that a case or scenario calls every endpoint.
enum UncalledEndpointRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        let steps = contract.scenarios.flatMap { $0.steps.map(\.endpoint.text) }
        let called = Set(
            steps + contract.endpoints.filter { !$0.cases.isEmpty || steps.contains($0.name) }.flatMap(\.uses))
        for endpoint in contract.endpoints where endpoint.cases.isEmpty && !called.contains(endpoint.name) {
            report("no case or scenario calls '\(endpoint.name)': add a case or a scenario step", endpoint.pointer)
        }
        if contract.models.isEmpty && contract.endpoints.isEmpty {
            report("the contract is empty: it needs a model or an endpoint", JSONPointer(tokens: []))
        }
    }
}
