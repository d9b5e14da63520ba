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
        case .contract: "Checks that the contract, its recordings and the bound code match."
        case .request:
            "Builds the request for the arguments of every case, twice, and for hostile arguments; compares method, URL, "
                + "query, headers, body and timeout with the contract."
        case .response:
            "Compares the recorded or live exchange with the contract: the request as sent, status, headers, body."
        case .model:
            "Decodes the model from its examples, from recorded instances, and from systematic variations of both; "
                + "it must accept the instances that the schema accepts, refuse the rest, and read each property from its place."
        case .client: "Runs the whole client call over the recording or the server; compares its result or error."
        case .rejects: "Gives the request builder arguments that it must refuse, and checks the error."
        case .faults: "Runs the client call over a transport with a fault, and checks the error that it throws."
        case .survival:
            "Applies the changes that providers make without notice, one at a time, and checks the result of the initializer "
                + "or client call; a failure is an error if the contract promises survival."
        case .strength:
            "Removes the promises of the contract, one at a time, and reports whether any check notices."
        case .scenario: "Runs a sequence of calls that share state, and stops at the first failure."
        }
    }
}
