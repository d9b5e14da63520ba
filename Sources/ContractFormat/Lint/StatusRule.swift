import JSONSchema

/// Requires that a case's status and response are declared by its endpoint.
enum StatusRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        for endpoint in contract.endpoints where endpoint.request != nil {
            if endpoint.responses.isEmpty {
                report("an endpoint needs a response", endpoint.pointer(to: .responses))
            }
            for testCase in endpoint.cases {
                check(testCase.outcome, of: endpoint, at: testCase.pointer, report)
            }
        }
        for scenario in contract.scenarios {
            for step in scenario.steps {
                guard let endpoint = contract.endpoint(step.endpoint.text),
                    endpoint.request != nil
                else { continue }
                check(step.outcome, of: endpoint, at: step.pointer, report)
            }
        }
    }

    private static func check(
        _ outcome: Outcome, of endpoint: EndpointContract, at pointer: JSONPointer,
        _ report: (String, JSONPointer) -> Void
    ) {
        let keys = endpoint.responses.map(\.key.description)
        if let variant = outcome.response, !keys.contains(variant) {
            report(
                "there is no response '\(variant)'\(Suggestion.text(for: variant, among: keys))",
                pointer.appending("response"))
        } else if case .value(.literal(let value))? = outcome.status?.expectation, let status = value.intValue,
            endpoint.response(status: status, variant: outcome.response) == nil
        {
            report(
                "status \(status) is not among the responses of '\(endpoint.name)' (\(keys.joined(separator: ", ")))",
                pointer.appending("status"))
        }
    }
}
