import ContractFormat
import JSONSchema

/// Applies the changes that a provider may make without asking to a model or a client call, each alone.
///
/// It fails only where the contract promises to survive.
struct SurvivalCheck: SingleCheck, CodeCheck {
    private enum Subject {
        case model(ModelContract, Model)
        case call(EndpointContract, CaseContract, Endpoint)
    }

    let context: ServiceRun
    let check: Check
    private let subject: Subject

    var pointer: JSONPointer {
        switch subject {
        case .model(let model, _): model.pointer
        case .call(let endpoint, _, _): endpoint.pointer
        }
    }

    static func check(_ model: ModelContract, of service: String) -> Check {
        Check(service: service, kind: .survival, model.name)
    }

    static func check(_ testCase: CaseContract, _ endpoint: EndpointContract, of service: String) -> Check {
        Check(service: service, kind: .survival, endpoint.name, testCase.name)
    }

    /// The cases of an endpoint whose answers are changed: the first that returns, and the first that throws.
    static func cases(of endpoint: EndpointContract) -> [CaseContract] {
        [endpoint.cases.first { $0.outcome.error == nil }, endpoint.cases.first { $0.outcome.error != nil }]
            .compactMap(\.self)
    }

    /// The checks of what is bound, promised to survive or not.
    static func checks(of service: LoadedService) -> [Check] {
        guard let contract = service.contract else { return [] }
        let models = contract.models.filter { service.model($0.name) != nil }.map { check($0, of: service.name) }
        let calls = contract.endpoints.filter { service.endpoint($0.name)?.call != nil }
        return models + calls.flatMap { endpoint in cases(of: endpoint).map { check($0, endpoint, of: service.name) } }
    }

    /// The checks that a run makes without being asked: of what promises.
    static func promised(of contract: Contract, calls: [EndpointContract], of service: String) -> [Check] {
        contract.models.filter { !$0.survives.isEmpty }.map { check($0, of: service) }
            + calls.filter { !$0.survives.isEmpty }.flatMap { endpoint in
                cases(of: endpoint).map { check($0, endpoint, of: service) }
            }
    }

    static func planned(in context: ServiceRun, _ wanted: WantedChecks) -> [SurvivalCheck] {
        let service = context.service.name
        let models = context.contract.models.compactMap { contract -> SurvivalCheck? in
            guard let model = context.service.model(contract.name) else { return nil }
            return SurvivalCheck(
                context: context, check: check(contract, of: service), subject: .model(contract, model))
        }
        let calls = context.contract.endpoints.flatMap { endpoint -> [SurvivalCheck] in
            guard let binding = context.service.endpoint(endpoint.name), binding.call != nil else { return [] }
            return cases(of: endpoint).map {
                SurvivalCheck(
                    context: context, check: check($0, endpoint, of: service), subject: .call(endpoint, $0, binding))
            }
        }
        return (models + calls).filter { wanted.contains($0.check) }
    }

    func evaluation() async -> Evaluation {
        switch subject {
        case .model(let contract, let model): return evaluation(of: contract, model)
        case .call(let endpoint, let testCase, let binding):
            return await evaluation(
                of: CallSurvival(context: context, endpoint: endpoint, testCase: testCase, binding: binding))
        }
    }

    private var watch: ProbeWatch { ProbeWatch(check: check, monitor: context.resources.monitor) }

    // MARK: - Subjects

    private func evaluation(of contract: ModelContract, _ model: Model) -> Evaluation {
        let survival = ModelSurvival(
            contract: contract, model: model, sources: ValueSources(context.contract, context.service.binding))
        let edits = survival.edits(of: context.instances(of: contract))
        var changes: [Survival.Change] = []
        for (index, edit) in edits.enumerated() {
            let outcome: SurvivalOutcome
            switch watch.begin(index, edit.name) {
            case .run: outcome = survival.outcome(of: edit)
            case .fatal(let step): outcome = .traps(step)
            case .skip: continue
            }
            let place = contract.schema.pointer(towards: edit.place.pointer)
            changes.append(change(edit.change, edit.place.pattern, edit.name, outcome, at: place))
        }
        return evaluation(of: changes, promised: contract.survives, "the model")
    }

    private func evaluation(of call: CallSurvival) async -> Evaluation {
        let prepared: CallSurvival.Prepared
        switch await call.prepared() {
        case .success(let ready): prepared = ready
        case .failure(let obstacle): return .obstructed(obstacle.reason)
        }
        var changes: [Survival.Change] = []
        for (index, edit) in prepared.edits.enumerated() {
            let outcome: SurvivalOutcome
            switch watch.begin(index, edit.name) {
            case .run: outcome = await call.outcome(of: edit, prepared)
            case .fatal(let step): outcome = .traps(step)
            case .skip: continue
            }
            changes.append(change(edit.change, edit.place, edit.name, outcome, at: edit.contract))
        }
        // The promise about errors is one of the case that throws; all others are of the case that returns.
        let isError = call.testCase.outcome.error != nil
        let promised = call.endpoint.survives.filter { promise in
            isError == (promise.change == .errorBody) || changes.contains { $0.kind == promise.change.rawValue }
        }
        return evaluation(of: changes, promised: promised, "the call")
    }

    private func change(
        _ change: ProviderChange, _ place: String, _ name: String, _ outcome: SurvivalOutcome, at pointer: JSONPointer
    ) -> Survival.Change {
        Survival.Change(
            kind: change.rawValue, pointer: place, name: name, outcome: outcome.outcome, detail: outcome.detail,
            contract: context.contract.place(of: pointer))
    }

    // MARK: - Promises

    private func evaluation(
        of changes: [Survival.Change], promised: [SurvivalPromise], _ subject: String
    ) -> Evaluation {
        var evaluation = Evaluation(probes: changes.count)
        evaluation.survival = Survival(changes: changes)
        for promise in promised {
            let tried = changes.filter { $0.kind == promise.change.rawValue }
            if tried.isEmpty {
                evaluation.add(
                    Finding(
                        SurvivalRule.untested,
                        "nothing shows that \(subject) survives '\(promise.change.rawValue)': no good instance has a place for it",
                        expected: "an example or a recording with such a place", found: "none", at: promise.pointer))
            }
            for change in tried where change.outcome != .survives {
                evaluation.add(
                    Finding(
                        rule(of: change), "\(subject) promises to survive '\(change.kind)': \(change.name)",
                        expected: "survives", found: MessageText(change.words), at: promise.pointer))
            }
        }
        return evaluation
    }

    private func rule(of change: Survival.Change) -> Rule {
        switch change.outcome {
        case .traps: FatalRule.rule(.survival, .trap)
        case .refuses: SurvivalRule.refused.rule
        case .losesValue, .survives: SurvivalRule.lostValue.rule
        }
    }
}
