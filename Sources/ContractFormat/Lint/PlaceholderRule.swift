import JSONSchema

/// Every `{name}` is an argument of the endpoint, or in a scenario a capture of an earlier step.
enum PlaceholderRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        for endpoint in contract.endpoints {
            let arguments = endpoint.arguments.map(\.name)
            if let request = endpoint.request {
                for case .name(let name) in Set(request.placeholders) where !arguments.contains(name) {
                    report(
                        "nobody defines '{\(name)}': it is no argument of '\(endpoint.name)'"
                            + Suggestion.text(for: name, among: arguments),
                        request.pointer)
                }
            }
            for testCase in endpoint.cases { check(testCase.arguments, captured: [], report) }
            for reject in endpoint.rejects { check(reject.arguments, captured: [], report) }
        }
        for scenario in contract.scenarios {
            var captured: [String] = []
            for step in scenario.steps {
                check(step.arguments, captured: captured, report)
                captured += step.captures.map(\.name)
            }
        }
    }

    private static func check(
        _ arguments: [ArgumentValue], captured: [String], _ report: (String, JSONPointer) -> Void
    ) {
        for argument in arguments {
            for case .name(let name) in argument.value.placeholders where !captured.contains(name) {
                report(
                    "nobody defines '{\(name)}': no earlier step captures it"
                        + Suggestion.text(for: name, among: captured),
                    argument.pointer)
            }
        }
    }
}
