import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Compares what a client call returned or threw with the contract.
struct ClientMatcher {
    let outcome: Outcome
    /// The result that the call must return, and the error that it must throw, with the response's values.
    let returns: EmbeddedSchema?, error: ErrorContract?
    /// The case or step.
    let pointer: JSONPointer

    func mismatches(of result: CallSession.Result) -> [Finding] {
        switch (result, error) {
        case (.hung(let bound), _):
            return [
                Finding(
                    ClientRule.hang, "the call does not end", expected: "an end within \(bound.text)",
                    found: "still running", at: pointer)
            ]
        case (.threw(let thrown), let error?):
            return ThrownErrorMatcher(error: error, message: outcome.message)
                .mismatches(of: thrown, rules: (ClientRule.wrongError, ClientRule.message))
        case (.threw(let thrown), nil):
            return [
                Finding(
                    ClientRule.threw, "the call throws, and has to return", expected: "a value",
                    found: .excerpt(thrown.reason), at: outcome.returns?.pointer ?? pointer)
            ]
        case (.returned(let value), let error?):
            return [
                Finding(
                    ClientRule.returned, "the call returns, and has to throw \(error.title)",
                    expected: "thrown: \(error.text)", found: .excerpt(value.json), at: error.pointer)
            ]
        case (.returned(let value), nil):
            guard let schema = returns else { return [] }
            return schema.faults(of: value.json).map {
                Finding(
                    ClientRule.returns, "what the call returns differs\($0.placeText): \($0.message)",
                    expected: $0.expected, found: $0.found,
                    at: outcome.returns?.place(of: $0.pointer) ?? pointer)
            }
        }
    }
}
