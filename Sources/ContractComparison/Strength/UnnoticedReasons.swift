import ContractChecking
import ContractFormat
import JSONSchema

/// Explains why no check notices a mutant, so that its reader knows whether a case, a recording or code is missing.
struct UnnoticedReasons {
    let context: ServiceRun
    let coverage: ContractCoverage

    func reason(for mutant: ContractMutant) -> String {
        let tokens = mutant.pointer.tokens
        guard tokens.first == ContractKeys.Service.endpoints.rawValue, tokens.count > 3 else {
            return schemaReason(mutant)
        }
        switch ContractKeys.Endpoint(rawValue: tokens[2]) {
        case .responses: return responseReason(mutant, JSONPointer(tokens: Array(tokens.prefix(4))))
        case .request: return "another part of the request requires it or allows it"
        case .cases, .faults, .rejects:
            let isCalled = context.service.endpoint(tokens[1])?.call != nil
            return isCalled ? "no call ends in this error" : "only a builder is bound, so no call is made"
        case .uses, .origin, .summary, .secrets, .arguments, .survives, .health, nil: return schemaReason(mutant)
        }
    }

    private func responseReason(_ mutant: ContractMutant, _ response: JSONPointer) -> String {
        let count = coverage.recorded(response)
        guard count > 0 else { return "no case has this response" }
        if mutant.mutation == .statusRemoved { return "another response of the contract accepts the recorded ones" }
        if mutant.mutation == .enumValueRemoved { return "no recorded response has this value" }
        return
            "\(count == 1 ? "the recorded response satisfies it" : "\(count) recorded responses satisfy it"), and no code depends on it"
    }

    private func schemaReason(_ mutant: ContractMutant) -> String {
        let tokens = mutant.pointer.tokens
        if tokens.first == ContractKeys.Service.models.rawValue, tokens.count > 1,
            let strictness = context.contract.model(tokens[1])?.strictness, strictness != .exact
        {
            return "a model that is '\(strictness.rawValue)' may accept both"
        }
        return "recorded and made-up responses satisfy it, and no code depends on it"
    }
}
