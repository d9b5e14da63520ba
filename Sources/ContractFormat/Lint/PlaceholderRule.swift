import JSONSchema

/// Every `{name}` is an argument of the endpoint, or in a scenario a capture of an earlier step.
enum PlaceholderRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        for endpoint in contract.endpoints {
            let arguments = endpoint.arguments.map(\.name)
            if let request = endpoint.request {
                for (placeholder, pointer) in request.placedPlaceholders {
                    guard case .name(let name) = placeholder, !arguments.contains(name) else { continue }
                    report(
                        "nobody defines '{\(name)}': it is no argument of '\(endpoint.name)'"
                            + Suggestion.text(for: name, among: arguments), pointer)
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

extension RequestContract {
    /// Every placeholder with the place of the text that it stands in.
    fileprivate var placedPlaceholders: [PlacedPlaceholder] {
        func placed(_ expectations: [NamedExpectation]) -> [PlacedPlaceholder] {
            expectations.flatMap { expectation in
                expectation.expectation.placeholders.map { ($0, expectation.pointer) }
            }
        }
        var all: [PlacedPlaceholder] = path.placeholders.map { ($0, pointer.appending(Key.path.rawValue)) }
        all += placed(query) + placed(headers)
        switch body {
        case .none, .schema: break
        case .json(let value): all += value.placed(at: bodyPointer)
        case .form(let fields): all += placed(fields)
        }
        return all
    }
}

private typealias PlacedPlaceholder = (placeholder: Placeholder, pointer: JSONPointer)

extension TemplateValue {
    fileprivate func placed(at pointer: JSONPointer) -> [PlacedPlaceholder] {
        switch self {
        case .literal: []
        case .template(let template): template.placeholders.map { ($0, pointer) }
        case .array(let elements): elements.enumerated().flatMap { $1.placed(at: pointer.appending($0)) }
        case .object(let members): members.flatMap { $0.value.placed(at: pointer.appending($0.name)) }
        }
    }
}
