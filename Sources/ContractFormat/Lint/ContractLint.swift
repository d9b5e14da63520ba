import HTTPRecording
import JSONSchema

/// Reports a fault at a place of the contract.
typealias LintReport = (_ message: String, _ pointer: JSONPointer) -> Void

enum ContractLint {
    static func faults(of contract: Contract) -> [SourceFault] {
        let rules: [(Contract, LintReport) -> Void] = [
            NameRule.check, ReferenceRule.check, statuses, ArgumentRule.check, PlaceholderRule.check,
            examples, MapRule.check, faultNames, uncalledEndpoints, healthLimits,
            EndlessRule.check, bodies,
        ]
        var faults: [SourceFault] = []
        for check in rules { check(contract) { faults.append(SourceFault($0, at: contract.place(of: $1))) } }
        return faults
    }

    /// Requires that a model's examples fit its schema.
    private static func examples(_ contract: Contract, _ report: LintReport) {
        for model in contract.models {
            for (index, example) in model.examples.enumerated() where !model.schema.schema.accepts(example) {
                let pointer = model.pointer(to: .examples).appending(index)
                for violation in model.schema.schema.violations(of: example) {
                    report(
                        "the example violates the schema of '\(model.name)': \(violation.message)",
                        JSONPointer(tokens: pointer.tokens + violation.instancePointer.tokens))
                }
            }
        }
    }

    /// Requires known fault names, a case that supplies arguments, and an object for the fault that empties one.
    private static func faultNames(_ contract: Contract, _ report: LintReport) {
        for endpoint in contract.endpoints {
            for fault in endpoint.faults {
                switch Fault(rawValue: fault.name) {
                case nil:
                    report(
                        "there is no fault '\(fault.name)'\(Suggestion.text(for: fault.name, among: Fault.names))",
                        fault.pointer)
                case .emptyObject? where contract.senders(of: endpoint).allSatisfy(\.respondsWithoutObject):
                    report(
                        "'\(fault.name)' empties an object, but no response of '\(endpoint.name)' is one: use "
                            + "'\(Fault.otherShape.rawValue)'", fault.pointer)
                case .some: break
                }
            }
            if !endpoint.faults.isEmpty, endpoint.cases.isEmpty,
                endpoint.arguments.contains(where: { !$0.isOptional })
            {
                report(
                    "faults run with the arguments of a case, but '\(endpoint.name)' has no case",
                    endpoint.pointer(to: .faults))
            }
        }
    }

    /// Requires a health check for health limits, and permission for repeated unsafe requests.
    private static func healthLimits(_ contract: Contract, _ report: LintReport) {
        for endpoint in contract.endpoints {
            let cases = endpoint.cases.filter(\.isHealthCheck)
            if let health = endpoint.health, cases.isEmpty {
                report(
                    "no case of '\(endpoint.name)' is a health check: add \"health\": true to one, or remove this",
                    health.pointer)
            }
            let unsafe = contract.requests(of: endpoint).first { !SafeMethods.contains($0.method) }
            guard let unsafe, endpoint.health?.allowsUnsafeMethods != true else { continue }
            for testCase in cases {
                report(
                    "a health check sends no \(unsafe.method), which may have side effects, "
                        + "unless its endpoint allows it: \"health\": { \"unsafe\": true }",
                    testCase.pointer(to: .health))
            }
        }
    }

    /// Rejects body rules for statuses without a body (RFC 9110, 6.4.1).
    private static func bodies(_ contract: Contract, _ report: LintReport) {
        for response in contract.endpoints.flatMap(\.responses) where response.hasBodyRule {
            let statuses = response.key.statuses
            guard let status = [204, 205, 304].first(where: { statuses == $0..<$0 + 1 }) else { continue }
            report(
                "a response of status \(status) never has a body: describe only its headers", response.pointer)
        }
    }

    /// Requires that a case or scenario calls every endpoint.
    private static func uncalledEndpoints(_ contract: Contract, _ report: LintReport) {
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

    /// Requires that a case's status and response are declared by its endpoint.
    private static func statuses(_ contract: Contract, _ report: LintReport) {
        for endpoint in contract.endpoints where endpoint.request != nil && endpoint.responses.isEmpty {
            report("an endpoint needs a response", endpoint.pointer(to: .responses))
        }
        let cases = contract.endpoints.flatMap { endpoint in endpoint.cases.map { (endpoint, $0.outcome, $0.pointer) } }
        let steps = contract.scenarios.flatMap(\.steps).compactMap { step in
            contract.endpoint(step.endpoint.text).map { ($0, step.outcome, step.pointer) }
        }
        for (endpoint, outcome, pointer) in cases + steps where endpoint.request != nil {
            let keys = endpoint.responses.map(\.key.description)
            if let variant = outcome.response, !keys.contains(variant) {
                report(
                    "there is no response '\(variant)'\(Suggestion.text(for: variant, among: keys))",
                    pointer.appending("response"))
            } else if case .value(.literal(let value))? = outcome.status?.expectation, let status = value.intValue,
                endpoint.response(status: status, variant: outcome.response) == nil
            {
                let all = keys.joined(separator: ", ")
                report(
                    "status \(status) is not among the responses of '\(endpoint.name)' (\(all))",
                    pointer.appending("status"))
            }
        }
    }
}

extension [SchemaView] {
    /// The types that some of the schemas state, or `nil` if none states any.
    var statedTypes: TypeSet? {
        let types = compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
        return types.isEmpty ? nil : types.reduce(into: []) { $0.formUnion($1) }
    }

    /// Whether the schemas state types, none of which is among the given ones.
    func exclude(_ types: TypeSet) -> Bool { statedTypes?.isDisjoint(with: types) ?? false }
}

extension EndpointContract {
    /// Whether no successful response has a body that may be a JSON object.
    fileprivate var respondsWithoutObject: Bool {
        !responses.contains { response in
            guard response.key.statuses.overlaps(200..<300) else { return false }
            return switch response.body {
            case .any, .text, .bytes: true
            case .json(let schema): !schema.view.describingSchemas.exclude(.object)
            case .xml, .events, .empty: false
            }
        }
    }
}

extension ResponseContract {
    fileprivate var hasBodyRule: Bool {
        switch body {
        case .any, .empty: false
        case .json, .text, .xml, .events: true
        case .bytes(let rule): !rule.prefix.isEmpty || rule.minimumLength > 0 || rule.digest != nil
        }
    }
}

/// Requires that references to endpoints, cases and models resolve.
enum ReferenceRule {
    static func check(_ contract: Contract, _ report: LintReport) {
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
