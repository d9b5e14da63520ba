import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// Runs the checks that concern a changed contract until one has a different result.
///
/// Not thread-safe: one check tries its mutants in sequence.
final class MutantTrial {
    typealias Verdict = (outcome: Strength.Outcome, detectingCheck: String?)

    private static let maximumAnswers = 8

    private let context: ServiceRun
    private let settings: Plan.Settings
    private let references: ContractUse
    /// The cached results of checks of the unchanged contract.
    private var baselineRules: [Check: Set<String>] = [:]
    /// The cached results of models for a single schema of the unchanged contract.
    private var baselineModelRules: [[String]: Set<String>] = [:]
    private var answers: [JSONPointer: [JSONPointer: [RefusedAnswer]]] = [:]

    init(_ context: ServiceRun) {
        self.context = context
        settings = context.settings.replaying(deadline: min(context.settings.deadline, 5))
        references = ContractUse(context.contract)
    }

    func verdict(on mutant: ContractMutant) async -> Verdict {
        let contract = context.contract
        let loaded = ContractLoader.load(
            bytes: mutant.json.bytes(.compact), file: contract.url, service: contract.service)
        let service = LoadedService(
            name: context.service.name, contract: loaded.contract, binding: context.service.binding,
            faults: loaded.faults, library: context.library)
        guard let changed = loaded.contract, service.faults.isEmpty, service.recordingFaults.value.isEmpty else {
            return (.noticed, Check(service: contract.service, kind: .contract).id)
        }
        let run = ServiceRun(service: service, contract: changed, settings: settings)
        for check in references.checks(concerning: mutant.pointer, in: service) {
            if let before = rules(ofModel: check, under: mutant, in: nil),
                let now = rules(ofModel: check, under: mutant, in: run)
            {
                if now != before { return (.noticed, check.id) }
                continue
            }
            let before = await found(by: check, in: nil)
            if await found(by: check, in: run) != before { return (.noticed, check.id) }
        }
        if mutant.schema != nil, let detectingCheck = await failingCall(for: mutant.keyword, in: changed) {
            return (.noticed, detectingCheck)
        }
        return (equivalence(of: mutant, in: changed), nil)
    }

    /// Returns the rules that a check reports as broken.
    ///
    /// - Parameter changed: the run of a changed contract, or `nil` for the unchanged one.
    private func found(by check: Check, in changed: ServiceRun?) async -> Set<String> {
        if changed == nil, let known = baselineRules[check] { return known }
        let run = changed ?? ServiceRun(service: context.service, contract: context.contract, settings: settings)
        var rules: Set<String> = []
        for piece in Plan.work(in: run, of: [check]) {
            for (other, evaluation) in await piece.evaluate() where other == check {
                rules.formUnion(evaluation.findings.map { "\($0.rule) \($0.severity)" })
                if evaluation.obstacle != nil { rules.insert("not evaluated") }
            }
        }
        if changed == nil { baselineRules[check] = rules }
        return rules
    }

    /// Returns the rules that a model breaks, using only instances to which the changed schema applies.
    ///
    /// - Returns: `nil` if the whole check must run.
    private func rules(ofModel check: Check, under mutant: ContractMutant, in run: ServiceRun?) -> Set<String>? {
        let service = context.service
        guard check.kind == .model, mutant.schema != nil, let schema = mutant.keyword.parent,
            let contract = (run?.contract ?? context.contract).models.first(where: { $0.name == check.names.first }),
            let model = service.model(contract.name), service.binding?.unboundConversions(of: contract).isEmpty ?? true
        else { return nil }
        let key = [check.id, schema.description]
        if run == nil, let known = baselineModelRules[key] { return known }
        let instances = (run ?? context).instances(of: contract)
        guard instances.contains(where: { contract.schema.schema.accepts($0.json) }) else { return nil }
        var prober = ModelProber(
            contract: contract, model: model, sources: ValueSources((run ?? context).contract, service.binding),
            watch: ProbeWatch(check: check, monitor: nil))
        prober.isWanted = { site in
            site.schemas.contains { $0.pointer == schema || $0.pointer.parent?.parent == schema }
        }
        let rules = Set(prober.run(instances).findings.map { "\($0.rule) \($0.severity)" })
        if run == nil { baselineModelRules[key] = rules }
        return rules
    }

    private func equivalence(of mutant: ContractMutant, in changed: Contract) -> Strength.Outcome {
        guard let pointer = mutant.schema, let before = context.contract.document.view(at: pointer),
            let after = changed.document.view(at: pointer)
        else { return .unnoticed }
        return Strength.Outcome(unnoticed: before, after)
    }

    // MARK: - Answers

    private struct RefusedAnswer {
        let body: JSON
        let shape: ResponseContract
        let entry: Int
        let recording: Recording
        let call: CallSurvival
        let prepared: CallSurvival.Prepared
    }

    /// Returns the client call, if any, that fails on a response that only the changed contract allows.
    private func failingCall(for keyword: JSONPointer, in changed: Contract) async -> String? {
        for endpoint in references.endpoints(using: keyword) {
            guard let changedEndpoint = changed.endpoint(endpoint.name) else { continue }
            var tried = 0
            for answer in await refusedAnswers(of: endpoint)[keyword] ?? [] where tried < Self.maximumAnswers {
                guard let shape = changedEndpoint.responses.first(where: { $0.key == answer.shape.key }),
                    let allowed = shape.body.document, allowed.schema.accepts(answer.body),
                    let recording = replacing(answer.entry, of: answer.recording, by: answer.body, answer.shape)
                else { continue }
                tried += 1
                let outcome = await answer.call.outcome(over: recording, after: .newMember, answer.prepared)
                if outcome.outcome != .survives {
                    let names = (endpoint.name, answer.call.testCase.name)
                    return Check(service: context.service.name, kind: .survival, names.0, names.1).id
                }
            }
        }
        return nil
    }

    private func replacing(
        _ entry: Int, of recording: Recording, by body: JSON, _ shape: ResponseContract
    ) -> Recording? {
        guard let bytes = shape.bytes(of: body) else { return nil }
        return modified(recording) { $0.entries[entry].response.body = bytes }
    }

    /// Returns mutations, rejected by the contract, of the first returning case's responses with shortened arrays.
    private func refusedAnswers(of endpoint: EndpointContract) async -> [JSONPointer: [RefusedAnswer]] {
        if let known = answers[endpoint.pointer] { return known }
        var found: [JSONPointer: [RefusedAnswer]] = [:]
        defer { answers[endpoint.pointer] = found }
        guard let binding = context.service.endpoint(endpoint.name), binding.call != nil else { return found }
        for testCase in endpoint.changedCases where testCase.outcome.error == nil {
            let call = CallSurvival(context: context, endpoint: endpoint, testCase: testCase, binding: binding)
            guard case .success(let loaded) = context.library.recording(call.file),
                let entry = loaded.recording.entries.indices.last
            else { continue }
            let response = loaded.recording.entries[entry].response
            guard let shape = endpoint.response(status: response.status, variant: testCase.outcome.response),
                let schema = shape.body.document, case .json(let whole, _) = ResponseBody.read(response.body, as: shape)
            else { continue }
            let short = whole.withShortArrays
            let body = schema.schema.accepts(short) ? short : whole
            guard let recording = replacing(entry, of: loaded.recording, by: body, shape),
                case .success(let prepared) = await call.prepared(over: recording)
            else { continue }
            let others: [JSON] = ["text", 7, true, .null, [], [:]]
            for changed in ProbeGenerator.changes(of: body, schema) + others {
                let answer = RefusedAnswer(
                    body: changed, shape: shape, entry: entry, recording: loaded.recording, call: call,
                    prepared: prepared)
                for keyword in Set(schema.schema.violations(of: changed).map(schema.pointer(of:))) {
                    found[keyword, default: []].append(answer)
                }
            }
        }
        return found
    }
}

extension JSON {
    fileprivate var withShortArrays: JSON {
        let short = arrayValue.map { JSON.array(Array($0.prefix(2))) } ?? self
        return short.mapChildren(\.withShortArrays)
    }
}

extension Strength.Outcome {
    /// The outcome of a change of a schema that no check notices.
    init(unnoticed before: SchemaView, _ after: SchemaView) {
        let subsumption = Subsumption(openness: .any)
        let gaps = subsumption.gaps(before, within: after) + subsumption.gaps(after, within: before)
        let isDifferent = gaps.contains { if case .contradicted = $0.verdict { true } else { false } }
        self = gaps.isEmpty ? .equivalent : isDifferent ? .unnoticed : .undecided
    }
}
