import ContractFormat
import HTTPRecording
import JSONSchema

/// Runs a client call over a transport with a fault, and looks at the error it ends in.
struct FaultsCheck {
    let contract: FaultContract

    func mismatches(of result: CallSession.Result) -> [Mismatch] {
        switch result {
        case .hung(let seconds):
            return [
                Mismatch(
                    FaultsRule.hang, "the call does not end under '\(contract.name)'",
                    expected: "thrown: \(contract.error)", found: "still running after \(Int(seconds)) s",
                    at: contract.pointer)
            ]
        case .returned(let value):
            return [
                Mismatch(
                    FaultsRule.returned, "the call returns under '\(contract.name)'",
                    expected: "thrown: \(contract.error)", found: Excerpt.of(value), at: contract.pointer)
            ]
        case .threw(let name, let text):
            if name == contract.error { return [] }
            return [
                Mismatch(
                    FaultsRule.wrongError, "the error under '\(contract.name)' is \(name), not \(contract.error)",
                    expected: contract.error, found: Excerpt.of("\(name): \(text)"), at: contract.pointer)
            ]
        }
    }
}
