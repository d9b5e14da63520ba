import ContractFormat
import Foundation
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Builds a request for each hostile value of each argument: what the request carries is the argument and nothing else.
struct HostileArguments {
    let contract: Contract
    let endpoint: EndpointContract
    let request: RequestContract
    let build: Endpoint.Builder
    let watch: ProbeWatch

    /// Probes with every hostile value in place of one argument of a good call.
    func evaluate(base: Arguments) async -> (mismatches: [Finding], probes: Int) {
        var faults = FaultGroups()
        var count = 0
        let injections = await Injections(base: base, endpoint: endpoint, request: request, build: build)
        let binary = request.body.argumentsOfBytes
        for argument in endpoint.arguments {
            let places = ArgumentPlaces(of: argument, in: request)
            let values =
                binary.contains(argument.name)
                ? HostileValues.bytes : HostileValues.values(for: argument, beside: base.values[argument.name])
            for value in values where !places.leavesUntried(value.json) {
                count += 1
                let name = "\(argument.name) is \(value.name)"
                switch watch.begin(count, name) {
                case .run: break
                case .skip: continue
                case .fatal(let step):
                    faults.add(
                        named: name, kind: value.name, size: value.json.bytes().count, detail: argument.name,
                        Finding(
                            FatalRule.rule(.request, step.end), FindingText(step.explanation),
                            expected: "a request or an error",
                            found: FindingText(step.message), at: argument.schema.pointer))
                    continue
                }
                var values = base.values
                values[argument.name] = value.json
                for (mismatch, detail) in await mismatches(
                    Arguments(values, of: endpoint), argument, value.json, places, injections)
                {
                    faults.add(named: name, kind: value.name, size: value.json.bytes().count, detail: detail, mismatch)
                }
            }
        }
        return (faults.findings, count)
    }

    private func mismatches(
        _ arguments: Arguments, _ argument: ArgumentContract, _ value: JSON, _ places: ArgumentPlaces,
        _ injections: Injections
    ) async -> [(Finding, String)] {
        let isAllowed = argument.schema.schema.accepts(value)
        let built: URLRequest
        do { built = try await build(arguments) } catch {
            return refused(argument, value, error, isAllowed: isAllowed, places).map { ($0, argument.name) }
        }
        let variables = CallArguments(mode: .replay, environment: [:])
        let matcher = RequestMatcher(contract: request, of: endpoint, origin: endpoint.origin ?? contract.origin) {
            variables.value(of: $0, in: arguments.values)
        }
        let found = isAllowed ? matcher.mismatches(of: built) : injections.found(in: built, matcher)
        return found.map { ($0, argument.name) }
    }

    /// A builder refuses what the schema refuses; what the schema accepts only where no request can carry it.
    private func refused(
        _ argument: ArgumentContract, _ value: JSON, _ error: any Error, isAllowed: Bool, _ places: ArgumentPlaces
    ) -> [Finding] {
        if argument.isSecret, let secret = value.stringValue, ThrownError(error).tells(secret) {
            return [
                Finding(
                    RequestRule.secretLeak,
                    "the builder's error, or what it carries, holds the secret '\(argument.name)'",
                    expected: "an error without it", found: FindingText(ErrorName.of(error)),
                    at: argument.schema.pointer)
            ]
        }
        if !isAllowed || places.mayRefuse(value) { return [] }
        if let error = error as? ArgumentError { return [error.mismatch(of: endpoint)] }
        return [
            Finding(
                RequestRule.refused, "the builder refuses a value of '\(argument.name)' that the contract accepts",
                expected: "a request", found: "thrown: \(FindingText.excerpt(ErrorName.of(error)))",
                at: argument.schema.pointer)
        ]
    }
}
