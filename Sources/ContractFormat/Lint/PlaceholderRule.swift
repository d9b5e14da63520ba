import JSONSchema

/// Requires that every `{name}` is an argument of the endpoint, or a value captured by an earlier step.
enum PlaceholderRule {
    static func check(_ contract: Contract, _ report: LintReport) {
        for endpoint in contract.endpoints {
            let arguments = endpoint.arguments.map(\.name)
            for (template, pointer) in endpoint.templates {
                for case .name(let name) in template.placeholders where !arguments.contains(name) {
                    report(
                        "'{\(name)}' is not an argument of '\(endpoint.name)'"
                            + Suggestion.text(for: name, among: arguments), pointer)
                }
                check(template, of: endpoint, at: pointer, report)
            }
            for testCase in endpoint.cases { check(testCase.arguments, captured: [], report) }
            for reject in endpoint.rejects { check(reject.arguments, captured: [], report) }
        }
        for steps in contract.stepLists {
            var captured: [String] = []
            for step in steps {
                check(step.arguments, captured: captured, report)
                for header in step.headers {
                    let placeholders = header.expectation?.placeholders ?? []
                    check(placeholders, at: header.pointer, captured: captured, report)
                }
                captured += step.captures.map(\.name)
            }
        }
    }

    private static func check(
        _ template: Template, of endpoint: EndpointContract, at pointer: JSONPointer, _ report: LintReport
    ) {
        for case .placeholder(let slot) in template.parts {
            guard case .name(let name) = slot.placeholder, let argument = endpoint.argument(name) else { continue }
            let view = argument.schema.view
            if template.nilForm != .leftOut, !view.allowsNull {
                report(
                    "'{\(name)|\(template.nilForm.rawValue)}' sets a form for nil, but '\(name)' is never nil: write '{\(name)}'",
                    pointer)
            }
            let schemas = view.describingSchemas
            if slot.separator != nil, schemas.exclude(.array) {
                report("'{\(name)|joined}' joins elements, but '\(name)' is not an array: write '{\(name)}'", pointer)
            }
            let scalars = schemas.statedTypes?.subtracting([.array, .null]) ?? []
            if scalars.isEmpty { continue }
            if slot.form?.isOfMoments == true, scalars == .string,
                !schemas.contains(where: { $0.json["format"] == "date-time" || $0.json["format"] == "date" })
            {
                report(
                    "'\(name)' is sent as a date, but its schema has no date format: add \"format\": \"date-time\"",
                    pointer)
            }
            if case .boolean? = slot.form, !scalars.contains(.boolean) {
                report("'\(name)' is sent as one of two words, but is not a boolean: write '{\(name)}'", pointer)
            }
            if slot.form == .text, scalars == .string {
                report(
                    "'{\(name)|text}' converts a number to a string, but '\(name)' is a string already: write '{\(name)}'",
                    pointer)
            }
        }
    }

    private static func check(_ arguments: [ArgumentValue], captured: [String], _ report: LintReport) {
        for argument in arguments {
            check(argument.value.placeholders, at: argument.pointer, captured: captured, report)
        }
    }

    private static func check(
        _ placeholders: [Placeholder], at pointer: JSONPointer, captured: [String], _ report: LintReport
    ) {
        for case .name(let name) in placeholders where !captured.contains(name) {
            report("no earlier step captures '{\(name)}'" + Suggestion.text(for: name, among: captured), pointer)
        }
    }
}
