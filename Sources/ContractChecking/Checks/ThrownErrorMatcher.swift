import ContractFormat
import Foundation

/// Compares a thrown error with the name and the text that the contract gives.
struct ThrownErrorMatcher {
    let error: NamedText
    let message: NamedText?

    func mismatches(of thrown: any Error, rules: (error: some RuleFamily, message: some RuleFamily)) -> [Mismatch] {
        mismatches(name: ErrorName.of(thrown), text: ErrorName.message(thrown), rules: rules)
    }

    func mismatches(name: String, text: String, rules: (error: some RuleFamily, message: some RuleFamily)) -> [Mismatch]
    {
        var mismatches: [Mismatch] = []
        if name != error.text {
            mismatches.append(
                Mismatch(
                    rules.error, "the error is \(name), not \(error.text)", expected: FindingText(error.text),
                    found: .excerpt("\(name): \(text)"), at: error.pointer))
        }
        if let message, text != message.text {
            mismatches.append(
                Mismatch(
                    rules.message, "the error's text differs", expected: FindingText(message.text),
                    found: .excerpt(text),
                    at: message.pointer))
        }
        return mismatches
    }
}

/// The name and the text of a thrown error, as a contract writes them.
enum ErrorName {
    /// The case name of an enum, payload left out; of another error the name of its type.
    static func of(_ error: any Error) -> String {
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return "\(type(of: error))" }
        return mirror.children.first?.label ?? "\(error)"
    }

    /// The text that a user reads.
    static func message(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
    }
}
