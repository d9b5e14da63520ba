import ContractFormat
import HTTPRecording
import JSONSchema

/// A piece of work of a run: it gives the evaluations of one check, or of the two that look at one call.
struct Unit: Sendable {
    let context: ServiceRun
    let checks: [Check]
    /// What it is about, in the contract.
    let pointer: JSONPointer
    private let work: @Sendable () async -> [Evaluation]

    private init(
        _ context: ServiceRun, _ checks: [Check], at pointer: JSONPointer,
        _ work: @escaping @Sendable () async -> [Evaluation]
    ) {
        self.context = context
        self.checks = checks
        self.pointer = pointer
        self.work = work
    }

    func evaluate() async -> [(check: Check, evaluation: Evaluation)] { Array(zip(checks, await work())) }

    /// The units of a service that checks are wanted of, but for its contract check; models last, as they probe what
    /// calls brought in.
    static func all(_ context: ServiceRun, of wanted: WantedChecks) -> [Unit] {
        let service = context.service
        var units: [Unit] = []
        for endpoint in context.contract.endpoints {
            guard let binding = service.endpoint(endpoint.name) else { continue }
            units += Self.units(of: endpoint, binding, context, wanted)
        }
        for scenario in context.contract.scenarios
        where wanted.contains(.scenario, of: scenario.name, in: service.name) {
            units.append(
                Unit(context, [check(context, .scenario, scenario.name)], at: scenario.pointer) {
                    [await ScenarioUnit(context: context, scenario: scenario).evaluate()]
                })
        }
        for model in context.contract.models where wanted.contains(.model, of: model.name, in: service.name) {
            guard let binding = service.model(model.name) else { continue }
            let check = check(context, .model, model.name)
            let watch = ProbeWatch(check: check, options: context.options)
            units.append(
                Unit(context, [check], at: model.pointer) {
                    [
                        ModelCheck(contract: model, model: binding, watch: watch)
                            .evaluate(context.instances(of: model), isLive: context.mode != .replay)
                    ]
                })
        }
        return units
    }

    private static func units(
        of endpoint: EndpointContract, _ binding: Endpoint, _ context: ServiceRun, _ wanted: WantedChecks
    ) -> [Unit] {
        func isWanted(_ kinds: Check.Kind...) -> Bool {
            kinds.contains { wanted.contains($0, of: endpoint.name, in: context.service.name) }
        }
        var units: [Unit] = []
        if let build = binding.build, isWanted(.request, .rejects) {
            let request = check(context, .request, endpoint.name)
            let watch = ProbeWatch(check: request, options: context.options)
            units.append(
                Unit(context, [request], at: endpoint.pointer) {
                    [
                        RequestCheck(contract: context.contract, endpoint: endpoint, build: build, watch: watch)
                            .evaluate()
                    ]
                })
            units += endpoint.rejects.map { reject in
                Unit(context, [check(context, .rejects, endpoint.name, reject.name)], at: reject.pointer) {
                    [RejectsCheck(endpoint: endpoint, reject: reject, build: build).evaluate()]
                }
            }
        }
        let cases = isWanted(.response, .client) ? endpoint.cases : []
        units += cases.map { testCase in
            let response = check(context, .response, endpoint.name, testCase.name)
            let client = check(context, .client, endpoint.name, testCase.name)
            return Unit(context, binding.call == nil ? [response] : [response, client], at: testCase.pointer) {
                let found = await CaseUnit(context: context, endpoint: endpoint, testCase: testCase, binding: binding)
                    .evaluate()
                return [found.response, found.client]
            }
        }
        let faults = binding.call != nil && isWanted(.faults) ? endpoint.faults : []
        units += faults.map { fault in
            Unit(context, [check(context, .faults, endpoint.name, fault.name)], at: fault.pointer) {
                [await FaultUnit(context: context, endpoint: endpoint, fault: fault, binding: binding).evaluate()]
            }
        }
        return units.filter { $0.checks.contains(where: wanted.contains) }
    }

    private static func check(_ context: ServiceRun, _ kind: Check.Kind, _ names: String...) -> Check {
        Check(service: context.service.name, kind: kind, names.joined(separator: "/"))
    }
}

/// One fault of the transport under one client call, with the arguments of the endpoint's first case.
private struct FaultUnit: Sendable {
    let context: ServiceRun
    let endpoint: EndpointContract
    let fault: FaultContract
    let binding: Endpoint

    func evaluate() async -> Evaluation {
        guard let kind = Fault(rawValue: fault.name) else { return .obstructed("there is no fault '\(fault.name)'") }
        let first = endpoint.cases.first
        do {
            let arguments = try context.values.resolve(first?.arguments ?? [])
            let file =
                first.map {
                    RecordingName.file(service: context.contract.service, endpoint: endpoint.name, case: $0.name)
                }
                ?? context.contract.recordings.first { $0.endpoints.contains { endpoint.uses.contains($0.name) } }?.file
            let session = try context.session(with: kind, over: file ?? "")
            let mismatches = FaultsCheck(contract: fault).mismatches(of: await session.run(binding, arguments))
            // An answer that a network did not give is not the client's to make anything of.
            if !mismatches.isEmpty, context.mode != .replay, let failure = session.transportFailure {
                return .obstructed(failure + context.remedy)
            }
            var evaluation = Evaluation(probes: 1)
            evaluation.add(mismatches)
            return evaluation
        } catch let error as CallArguments.MissingVariable {
            return .obstructed(error.description)
        } catch {
            return .obstructed("\(error)")
        }
    }
}
