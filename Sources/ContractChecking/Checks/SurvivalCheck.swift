import ContractFormat
import JSONSchema

/// Applies each change that a provider may make unannounced. The check fails only if the contract promises survival.
struct SurvivalCheck: SingleCheck, CodeCheck {
    private enum Subject {
        case model(ModelContract, Model)
        case call(CallSurvival)
    }

    let context: ServiceRun
    let check: Check
    private let subject: Subject

    var pointer: JSONPointer {
        switch subject {
        case .model(let model, _): model.pointer
        case .call(let call): call.endpoint.pointer
        }
    }

    static func checks(of service: LoadedService) -> [Check] {
        guard let contract = service.contract else { return [] }
        let models = contract.models.filter { service.model($0.name) != nil }
        let calls = contract.endpoints.filter { service.endpoint($0.name)?.call != nil }
        return checks(of: service.name, models, calls)
    }

    static func checks(of service: String, _ models: [ModelContract], _ calls: [EndpointContract]) -> [Check] {
        models.map { Check(service: service, kind: .survival, $0.name) }
            + calls.flatMap { endpoint in
                endpoint.changedCases.map { Check(service: service, kind: .survival, endpoint.name, $0.name) }
            }
    }

    init?(_ check: Check, _ endpoint: LoadedService.BoundEndpoint?, in context: ServiceRun) {
        if let contract = context.contract.model(check.name), let model = context.service.model(contract.name) {
            subject = .model(contract, model)
        } else if let endpoint, endpoint.binding.call != nil, let testCase = endpoint.cases[check.part] {
            subject = .call(
                CallSurvival(
                    context: context, endpoint: endpoint.contract, testCase: testCase, binding: endpoint.binding))
        } else {
            return nil
        }
        (self.context, self.check) = (context, check)
    }

    func evaluation() async -> Evaluation {
        switch subject {
        case .model(let contract, let model): await evaluation(of: contract, model)
        case .call(let call): await evaluation(of: call)
        }
    }

    // MARK: - Subjects

    private func evaluation(of contract: ModelContract, _ model: Model) async -> Evaluation {
        let survival = ModelSurvival(
            contract: contract, model: model, sources: ValueSources(context.contract, context.service.binding))
        let edits = survival.edits(of: context.instances(of: contract))
        let changes = await changes(
            edits.map {
                ($0.change, "\($0.place.pattern)", $0.name, contract.schema.pointer(towards: $0.place))
            }
        ) { survival.outcome(of: edits[$0]) }
        return evaluation(of: changes, promised: contract.survives, "the model")
    }

    private func evaluation(of call: CallSurvival) async -> Evaluation {
        let prepared: CallSurvival.Prepared
        do {
            let loaded = try context.library.recording(call.file).get()
            prepared = try await call.prepared(over: loaded.recording).get()
        } catch {
            return .notEvaluated(error.message)
        }
        let changes = await changes(prepared.edits.map { ($0.change, $0.place, $0.name, $0.contract) }) {
            let edit = prepared.edits[$0]
            return await call.outcome(
                over: edit.recording, moved: edit.moved, after: edit.change, at: edit.place,
                missingList: edit.missingList, prepared)
        }
        // Error body promises apply to the case that throws, all others to the case that returns.
        let isError = call.testCase.outcome.error != nil
        let promised = call.endpoint.survives.filter { promise in
            isError == (promise.change == .errorBody) || changes.contains { $0.kind == promise.change.rawValue }
        }
        return evaluation(of: changes, promised: promised, "the call")
    }

    private func changes(
        _ edits: [(change: ProviderChange, place: String, name: String, contract: JSONPointer)],
        _ make: (Int) async -> SurvivalOutcome
    ) async -> [Survival.Change] {
        let watch = ProbeWatch(check: check, monitor: context.resources.monitor)
        var changes: [Survival.Change] = []
        for (index, edit) in edits.enumerated() {
            let outcome: SurvivalOutcome
            switch watch.begin(edit.name) {
            case .run: outcome = await make(index)
            case .fatal(let step): outcome = .traps(step)
            case .skip: continue
            }
            changes.append(
                Survival.Change(
                    kind: edit.change.rawValue, pointer: edit.place, name: edit.name, outcome: outcome.outcome,
                    detail: outcome.detail, contract: context.contract.place(of: edit.contract)))
        }
        return changes
    }

    // MARK: - Promises

    private func evaluation(
        of changes: [Survival.Change], promised: [SurvivalPromise], _ subject: String
    ) -> Evaluation {
        let findings = promised.flatMap { promise -> [Finding] in
            let tried = changes.filter { $0.kind == promise.change.rawValue }
            if tried.isEmpty {
                return .one(
                    SurvivalRule.untested,
                    "no probe shows that \(subject) survives '\(promise.change.rawValue)': it applies to no valid instance",
                    expected: "an example or a recording to which the change applies", found: "none",
                    at: promise.pointer)
            }
            return tried.filter { $0.outcome != .survives }.map { change in
                Finding(
                    rule(of: change), "\(subject) promises to survive '\(change.kind)': \(change.name)",
                    expected: "survives", found: MessageText(change.words), at: promise.pointer)
            }
        }
        return Evaluation(findings: findings, probes: changes.count, survival: Survival(changes: changes))
    }

    private func rule(of change: Survival.Change) -> any RuleFamily {
        switch change.outcome {
        case .traps: FatalRule.rule(.survival, .trap)
        case .refuses: SurvivalRule.refused
        case .losesValue, .survives: SurvivalRule.lostValue
        }
    }
}

extension EndpointContract {
    /// The cases whose responses are changed: the first that returns, and the first that throws.
    package var changedCases: [CaseContract] {
        [cases.first { $0.outcome.error == nil }, cases.first { $0.outcome.error != nil }].compactMap(\.self)
    }
}
