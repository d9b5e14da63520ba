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

    /// A hostile value in place of an argument.
    private struct Probe {
        let argument: ArgumentContract
        let places: ArgumentPlaces
        let value: HostileValues.Value

        var name: String { "\(argument.name) is \(value.name)" }

        /// The outcome, in words.
        var expected: String {
            argument.schema.schema.accepts(value.json) && !places.mayRefuse(value.json)
                ? "the request" : "the request or a refusal"
        }
    }

    /// Every hostile value of every argument that is worth a try.
    private static func probes(of endpoint: EndpointContract, _ request: RequestContract) -> [Probe] {
        let binary = request.body.argumentsOfBytes
        return endpoint.arguments.flatMap { argument in
            let places = ArgumentPlaces(of: argument, in: request)
            let values = binary.contains(argument.name) ? HostileValues.bytes : HostileValues.values(for: argument)
            return values.filter { !places.leavesUntried($0.json) }.map {
                Probe(argument: argument, places: places, value: $0)
            }
        }
    }

    /// The names of the probes, with their outcomes in words.
    static func planned(of endpoint: EndpointContract, _ request: RequestContract) -> [CheckExplanation.Probe] {
        probes(of: endpoint, request).map { CheckExplanation.Probe(name: $0.name, expected: $0.expected) }
    }

    /// Probes with every hostile value in place of one argument of a good call.
    func evaluate(base: Arguments) async -> (findings: [Finding], outcomes: [ProbeOutcome]) {
        var faults = FaultGroups()
        var outcomes: [ProbeOutcome] = []
        let injections = await Injections(base: base, endpoint: endpoint, request: request, build: build)
        for probe in Self.probes(of: endpoint, request) {
            let (argument, value) = (probe.argument, probe.value)
            var found: [Finding] = []
            switch watch.begin(outcomes.count + 1, probe.name) {
            case .run:
                var values = base.values
                values[argument.name] = value.json
                found = await findings(
                    Arguments(values, of: endpoint), argument, value.json, probe.places, injections)
            case .skip: break
            case .fatal(let step):
                found = [
                    Finding(
                        FatalRule.rule(.request, step.end), step.explanation, expected: "a request or an error",
                        found: .excerpt(step.message, limit: 300), at: argument.schema.pointer)
                ]
            }
            outcomes.append(
                ProbeOutcome(
                    of: probe.name, "argument", at: argument.schema.pointer, expected: probe.expected, found))
            for finding in found {
                faults.add(
                    named: probe.name, kind: value.name,
                    FaultGroups.Plainness(kind: .changedThere, size: value.json.bytes().count),
                    detail: argument.name, finding)
            }
        }
        return (faults.findings, outcomes)
    }

    private func findings(
        _ arguments: Arguments, _ argument: ArgumentContract, _ value: JSON, _ places: ArgumentPlaces,
        _ injections: Injections
    ) async -> [Finding] {
        let isAllowed = argument.schema.schema.accepts(value)
        let built: URLRequest
        do { built = try await build(arguments) } catch {
            return refused(argument, value, error, isAllowed: isAllowed, places)
        }
        let variables = CallArguments(mode: .replay, environment: [:])
        let matcher = RequestMatcher(contract: request, of: endpoint, origin: endpoint.origin ?? contract.origin) {
            variables.value(of: $0, in: arguments.values)
        }
        return isAllowed ? matcher.mismatches(of: built) : injections.found(in: built, matcher)
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
                    expected: "an error without it", found: MessageText(ErrorName.of(error)),
                    at: argument.schema.pointer)
            ]
        }
        if !isAllowed || places.mayRefuse(value) { return [] }
        if let error = error as? ArgumentError { return [error.mismatch(of: endpoint)] }
        return [
            Finding(
                RequestRule.refused, "the builder refuses a value of '\(argument.name)' that the contract accepts",
                expected: "a request", found: "thrown: \(MessageText.excerpt(ErrorName.of(error)))",
                at: argument.schema.pointer)
        ]
    }
}

extension ProbeOutcome {
    /// Makes the outcome of a probe of a request builder.
    init(of name: String, _ kind: String, at pointer: JSONPointer, expected: String, _ found: [Finding]) {
        self.init(
            name: name, kind: kind, pointer: pointer.description, expected: expected,
            found: found.first?.text ?? MessageText(expected), rule: found.first?.rule)
    }
}
