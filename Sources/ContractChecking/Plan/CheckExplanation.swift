import ContractFormat
import JSONSchema

package struct CheckExplanation: Sendable {
    package struct Probe: Sendable, Hashable {
        package let name: String
        package let expected: String
    }

    package let summary: String
    package let place: Place
    package let probes: [Probe]

    package init?(of check: Check, in suite: LoadedSuite) {
        guard let service = suite.services.first(where: { $0.name == check.service }), let contract = service.contract,
            service.checks.contains(check)
        else { return nil }
        summary = check.kind.explanation
        let context = ServiceRun(service: service, contract: contract, settings: Plan.Settings(mode: .replay))
        let work = Plan.work(in: context, of: [check]).first
        place = contract.place(of: work?.pointer ?? "/service")
        // Work items for several checks have no probes.
        probes = work?.probes ?? []
    }
}

extension Check.Kind {
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
                + "it must accept the instances that the schema accepts, refuse the rest, and read each property from its place."
        case .client: "Runs the whole client call over the recording or the server; compares its result or error."
        case .rejects: "Gives the request builder arguments that it must refuse, and checks the error."
        case .faults: "Runs the client call over a transport with a fault, and checks the error that it throws."
        case .survival:
            "Makes the changes that providers make without asking, each alone, and looks at what the initializer or the "
                + "client call makes of them; it fails where the contract promises to survive."
        case .strength:
            "Takes promises of the contract back, one at a time, and looks whether any check notices."
        case .scenario: "Runs calls in a row that share state; the first that fails ends it."
        }
    }
}
