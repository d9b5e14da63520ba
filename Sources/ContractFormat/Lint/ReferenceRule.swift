import JSONSchema

/// Requires that references to endpoints, cases and models resolve.
enum ReferenceRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        let endpoints = Dictionary(contract.endpoints.map { ($0.name, $0) }) { first, _ in first }
        for endpoint in contract.endpoints {
            for (index, name) in endpoint.uses.enumerated() {
                let pointer = endpoint.pointer(to: .uses).appending(index)
                if !contract.declaredEndpoints.contains(name) {
                    report(unknown("endpoint", name, contract.declaredEndpoints), pointer)
                } else if let used = endpoints[name], used.request == nil {
                    report("'\(name)' has no request of its own", pointer)
                }
            }
            let senders = endpoint.uses.isEmpty ? [endpoint.name] : endpoint.uses
            for step in endpoint.cases.flatMap(\.steps) where !senders.contains(step.endpoint.text) {
                report("'\(endpoint.name)' sends no request of '\(step.endpoint.text)'", step.endpoint.pointer)
            }
            for use in endpoint.responses.flatMap(\.models) where !contract.declaredModels.contains(use.model) {
                report(unknown("model", use.model, contract.declaredModels), use.pointer)
            }
        }
        for use in contract.models.flatMap(\.usedModels) where !contract.declaredModels.contains(use.text) {
            report(unknown("model", use.text, contract.declaredModels), use.pointer)
        }
        for step in contract.stepLists.joined() {
            if !contract.declaredEndpoints.contains(step.endpoint.text) {
                report(unknown("endpoint", step.endpoint.text, contract.declaredEndpoints), step.endpoint.pointer)
            } else if let endpoint = endpoints[step.endpoint.text], let name = step.case,
                endpoint.case(name.text) == nil
            {
                report(unknown("case", name.text, endpoint.cases.map(\.name)), name.pointer)
            }
        }
    }

    private static func unknown(_ kind: String, _ name: String, _ known: [String]) -> String {
        "there is no \(kind) '\(name)'\(Suggestion.text(for: name, among: known.sorted()))"
    }
}

extension ModelContract {
    fileprivate var usedModels: [NamedText] {
        properties.compactMap(\.model) + (variants?.variants.compactMap(\.model) ?? [])
    }
}
