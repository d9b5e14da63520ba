import JSONSchema

/// Requires that calls give all required arguments and no others, that literals fit their schema, and that secrets are
/// not literals.
enum ArgumentRule {
    static func check(_ contract: Contract, _ report: LintReport) {
        for endpoint in contract.endpoints {
            for testCase in endpoint.cases {
                check(testCase.arguments, of: endpoint, at: testCase.pointer, allowsSecrets: false, report)
                checkLiterals(testCase.arguments, of: endpoint, report)
            }
            for reject in endpoint.rejects {
                check(reject.arguments, of: endpoint, at: reject.pointer, allowsSecrets: true, report)
            }
        }
        for scenario in contract.scenarios {
            for step in scenario.steps {
                guard let endpoint = contract.endpoint(step.endpoint.text),
                    step.case.map({ endpoint.case($0.text) != nil }) ?? true
                else { continue }
                check(step.mergedArguments(of: endpoint), of: endpoint, at: step.pointer, allowsSecrets: false, report)
                checkLiterals(step.arguments, of: endpoint, report)
            }
        }
    }

    private static func check(
        _ arguments: [ArgumentValue], of endpoint: EndpointContract, at pointer: JSONPointer, allowsSecrets: Bool,
        _ report: LintReport
    ) {
        for value in arguments {
            guard let argument = endpoint.argument(value.name) else {
                let known = endpoint.arguments.map(\.name)
                report(
                    "'\(endpoint.name)' has no argument '\(value.name)'\(Suggestion.text(for: value.name, among: known))",
                    value.pointer)
                continue
            }
            if argument.isSecret, !allowsSecrets, value.value.placeholders.isEmpty {
                report(
                    "'\(value.name)' is a secret: read it from the environment, as \"{env:NAME}\", not from the file",
                    value.pointer)
            }
        }
        let given = arguments.map(\.name)
        for argument in endpoint.arguments where !argument.isOptional && !given.contains(argument.name) {
            report("the argument '\(argument.name)' of '\(endpoint.name)' is missing", pointer)
        }
    }

    private static func checkLiterals(
        _ arguments: [ArgumentValue], of endpoint: EndpointContract, _ report: LintReport
    ) {
        for value in arguments where value.value.placeholders.isEmpty {
            guard let argument = endpoint.argument(value.name), let literal = value.value.filled({ _ in nil }) else {
                continue
            }
            for violation in argument.schema.schema.violations(of: literal).prefix(1) {
                report("'\(value.name)' violates its own schema: \(violation.message)", value.pointer)
            }
        }
    }
}

extension ScenarioContract.Step {
    package func mergedArguments(of endpoint: EndpointContract) -> [ArgumentValue] {
        let base = self.case.flatMap { endpoint.case($0.text) }?.arguments ?? []
        let overridden = arguments.map(\.name)
        return base.filter { !overridden.contains($0.name) } + arguments
    }
}
