import ContractFormat
import JSONSchema

/// What a check does, before anything runs: its words, its place, and every probe with the outcome it has to have.
package struct CheckExplanation: Sendable {
    package struct Probe: Sendable, Hashable {
        package let name: String
        package let expected: String
    }

    package let summary: String
    package let place: Place
    package let probes: [Probe]

    /// Explains a check of a suite whose contract could be read; `nil` for one that the suite does not have.
    package init?(of check: Check, in suite: LoadedSuite) {
        guard let service = suite.services.first(where: { $0.name == check.service }), let contract = service.contract,
            service.checks.contains(check)
        else { return nil }
        summary = check.kind.explanation
        let context = ServiceRun(
            service: service, contract: contract,
            settings: Plan.Settings(mode: .replay))
        let pointer = Plan.work(in: context, of: WantedChecks([check])).first?.pointer ?? "/service"
        place = contract.place(of: pointer)
        switch check.kind {
        case .model: probes = Self.probes(ofModelAt: pointer, context)
        case .request: probes = Self.probes(ofEndpointAt: pointer, contract)
        case .contract, .response, .client, .rejects, .faults, .scenario, .survival, .strength: probes = []
        }
    }

    private static func probes(ofModelAt pointer: JSONPointer, _ context: ServiceRun) -> [Probe] {
        guard let model = context.contract.models.first(where: { $0.pointer == pointer }),
            let binding = context.service.model(model.name)
        else { return [] }
        let whole = ProbeGenerator.wholeProbes(of: model, instances: context.instances(of: model))
        let good = whole.compactMap { probe -> JSON? in
            guard case .json(let json) = probe.input, model.schema.schema.accepts(json) else { return nil }
            return json
        }
        let verdict = ModelVerdict(
            of: model, isDecodable: binding.isDecodable, ValueSources(context.contract, context.service.binding))
        let probes =
            whole + ProbeGenerator.changeProbes(of: model, good: good, takesData: binding.makeFromBytes != nil)
        return probes.map { Probe(name: $0.name, expected: verdict.demand(of: $0).words) }
    }

    private static func probes(ofEndpointAt pointer: JSONPointer, _ contract: Contract) -> [Probe] {
        guard let endpoint = contract.endpoints.first(where: { $0.pointer == pointer }), let request = endpoint.request
        else { return [] }
        let cases = endpoint.cases.map { Probe(name: "the arguments of '\($0.name)'", expected: "the request") }
        return cases
            + endpoint.arguments.flatMap { argument in
                let places = ArgumentPlaces(of: argument, in: request)
                return HostileValues.values(for: argument).filter { !places.leavesUntried($0.json) }.map { value in
                    let isAllowed = argument.schema.schema.accepts(value.json) && !places.mayRefuse(value.json)
                    return Probe(
                        name: "\(argument.name) is \(value.name)",
                        expected: isAllowed ? "the request" : "the request or a refusal")
                }
            }
    }
}

extension Check.Kind {
    /// What a check of the kind asks, in one sentence.
    fileprivate var explanation: String {
        switch self {
        case .contract: "Asks whether the contract, its recordings and the code bound to it fit together."
        case .request:
            "Builds the request for the arguments of every case, twice, and for hostile arguments; compares method, URL, "
                + "query, headers, body and timeout with the contract."
        case .response:
            "Compares the recorded or live exchange with the contract: the request as sent, status, headers, body."
        case .model:
            "Makes the model from its examples, from recorded instances, and from these changed in every way that matters; "
                + "it must accept what the schema accepts, refuse the rest, and read each property from its place."
        case .client: "Runs the whole client call over the recording or the server; compares what it returns or throws."
        case .rejects: "Gives the request builder arguments that it must refuse, and looks at the error."
        case .faults: "Runs the client call over a transport with a fault, and looks at the error it ends in."
        case .survival:
            "Makes the changes that providers make without asking, each alone, and looks at what the initializer or the "
                + "client call makes of them; it fails where the contract promises to survive."
        case .strength:
            "Takes promises of the contract back, one at a time, and looks whether any check notices."
        case .scenario: "Runs calls in a row that share state; the first that fails ends it."
        }
    }
}
