import ContractFormat
import JSONSchema

/// Gives a request builder arguments that it must refuse, and looks at the error.
struct RejectsCheck {
    let endpoint: EndpointContract
    let reject: RejectContract
    let build: Endpoint.Builder

    func evaluate() -> Evaluation {
        var evaluation = Evaluation(probes: 1)
        do {
            let arguments = try CallArguments(mode: .replay, environment: [:]).resolve(reject.arguments)
            let request = try build(arguments)
            evaluation.add(
                Mismatch(
                    RejectsRule.built, "the builder accepts what it has to refuse",
                    expected: "thrown: \(reject.error.text)",
                    found:
                        "\(request.httpMethod ?? "GET") \(Excerpt.of(request.url?.absoluteString ?? "without a URL"))",
                    at: reject.pointer))
        } catch {
            evaluation.add(
                ThrownErrorMatcher(error: reject.error, message: reject.message).mismatches(
                    of: error, rules: (RejectsRule.wrongError, RejectsRule.message)))
        }
        return evaluation
    }
}

/// Compares a thrown error with the name and the text that the contract gives.
struct ThrownErrorMatcher {
    let error: NamedText
    let message: NamedText?

    func mismatches(of thrown: any Error, rules: (error: some RuleFamily, message: some RuleFamily)) -> [Mismatch] {
        mismatches(name: ErrorName.of(thrown), text: ErrorName.message(thrown), rules: rules)
    }

    func mismatches(name: String, text: String, rules: (error: some RuleFamily, message: some RuleFamily)) -> [Mismatch] {
        var mismatches: [Mismatch] = []
        if name != error.text {
            mismatches.append(
                Mismatch(
                    rules.error, "the error is \(name), not \(error.text)", expected: error.text,
                    found: Excerpt.of("\(name): \(text)"), at: error.pointer))
        }
        if let message, text != message.text {
            mismatches.append(
                Mismatch(
                    rules.message, "the error's text differs", expected: message.text, found: Excerpt.of(text),
                    at: message.pointer))
        }
        return mismatches
    }
}
