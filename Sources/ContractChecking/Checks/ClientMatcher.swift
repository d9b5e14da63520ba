import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Compares the outcome of a client call with the contract.
struct ClientMatcher {
    let outcome: Outcome
    /// The expected return value and error, filled in with values from the response.
    let returns: EmbeddedSchema?, error: ErrorContract?
    let pointer: JSONPointer

    func mismatches(of result: CallSession.Result) -> [Finding] {
        switch (result, error) {
        case (.hung(let bound), _):
            return [
                Finding(
                    ClientRule.hang, "the call does not finish", expected: "completion within \(bound.text)",
                    found: "still running", at: pointer)
            ]
        case (.threw(let thrown), let error?):
            return ThrownErrorMatcher(error: error, message: outcome.message)
                .mismatches(of: thrown, rules: (ClientRule.wrongError, ClientRule.message))
        case (.threw(let thrown), nil):
            return [
                Finding(
                    ClientRule.threw, "the call throws, but must return", expected: "a value",
                    found: .excerpt(thrown.reason), at: outcome.returns?.pointer ?? pointer)
            ]
        case (.returned(let value), let error?):
            return [
                Finding(
                    ClientRule.returned, "the call returns, but must throw \(error.title)",
                    expected: "thrown: \(error.text)", found: .excerpt(value.json), at: error.pointer)
            ]
        case (.returned(let value), nil):
            guard let schema = returns else { return [] }
            return schema.faults(of: value.json).map {
                Finding(
                    ClientRule.returns, "the result of the call differs\($0.placeText): \($0.message)",
                    expected: $0.expected, found: $0.found,
                    at: outcome.returns?.place(of: $0.pointer) ?? pointer)
            }
        }
    }
}
