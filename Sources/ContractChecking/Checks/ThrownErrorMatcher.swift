import ContractFormat

/// Compares a thrown error with the error and the text that the contract gives.
struct ThrownErrorMatcher {
    let error: ErrorContract
    let message: NamedText?

    func mismatches(of thrown: ThrownError, rules: (error: some RuleFamily, message: some RuleFamily)) -> [Mismatch] {
        var mismatches: [Mismatch] = []
        if !thrown.matches(error) {
            mismatches.append(
                Mismatch(
                    rules.error, "the error is \(thrown.name), not \(error.text)", expected: FindingText(error.text),
                    found: .excerpt("\(thrown.name): \(thrown.text)"), at: error.pointer))
        }
        if let message, thrown.text != message.text {
            mismatches.append(
                Mismatch(
                    rules.message, "the error's text differs", expected: FindingText(message.text),
                    found: .excerpt(thrown.text), at: message.pointer))
        }
        return mismatches
    }
}
