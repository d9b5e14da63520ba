import JSONSchema

/// Whatever names an endpoint, a case or a model names one that exists.
enum ReferenceRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        let endpoints = Dictionary(contract.endpoints.map { ($0.name, $0) }) { first, _ in first }
        let models = contract.models.map(\.name)
        for endpoint in contract.endpoints {
            for (index, name) in endpoint.uses.enumerated() where endpoints[name]?.request == nil {
                report(
                    endpoints[name] == nil
                        ? unknown("endpoint", name, Array(endpoints.keys)) : "'\(name)' has no request of its own",
                    endpoint.pointer.appending("uses").appending(index))
            }
            for response in endpoint.responses {
                for use in response.models where !models.contains(use.model) {
                    report(unknown("model", use.model, models), use.pointer)
                }
            }
        }
        for scenario in contract.scenarios {
            for step in scenario.steps {
                guard let endpoint = endpoints[step.endpoint.text] else {
                    report(unknown("endpoint", step.endpoint.text, Array(endpoints.keys)), step.endpoint.pointer)
                    continue
                }
                if let name = step.case, endpoint.case(name.text) == nil {
                    report(unknown("case", name.text, endpoint.cases.map(\.name)), name.pointer)
                }
            }
        }
    }

    private static func unknown(_ kind: String, _ name: String, _ known: [String]) -> String {
        "there is no \(kind) '\(name)'\(Suggestion.text(for: name, among: known.sorted()))"
    }
}
