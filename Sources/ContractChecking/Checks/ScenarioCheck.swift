import ContractFormat
import HTTPRecording
import JSONSchema

/// Runs the steps of a scenario over one transport, and checks each like a case, until one fails.
struct ScenarioCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let scenario: ScenarioContract

    var pointer: JSONPointer { scenario.pointer }

    fileprivate var file: String { context.contract.file(of: scenario) }

    func evaluation() async -> Evaluation {
        guard context.mode == .replay else {
            let recorded = context.mode == .live ? context.library.recording(file) : nil
            let known = if case .success(let loaded)? = recorded { loaded.recording } else { nil as Recording? }
            return await run(context.liveSession(of: file), in: nil, beside: known)
        }
        switch context.library.recording(file) {
        case .failure(let fault): return .notEvaluated(fault.description)
        case .success(let loaded):
            var evaluation = await run(context.replaySession(loaded.recording, standIns: standIns), in: loaded)
            evaluation.recordedAt = loaded.recording.recordingTime?.moment
            return evaluation
        }
    }

    fileprivate var standIns: [Secret] {
        scenario.steps.flatMap { step -> [Secret] in
            guard let endpoint = context.contract.endpoint(step.endpoint.text) else { return [] }
            return Array(StandIns.secrets(of: step.mergedArguments(of: endpoint), in: endpoint).values)
        }
    }

    /// - Parameter known: the recording that shows which values live requests must carry over.
    func run(_ session: CallSession, in loaded: LoadedRecording?, beside known: Recording? = nil) async -> Evaluation {
        var run = ScenarioRun(of: self, in: loaded)
        for index in scenario.steps.indices where !run.evaluation.hasErrors {
            let step: ScenarioRun.Step?
            do { step = try run.step(index) } catch { return .notEvaluated(error.description) }
            guard let step else { continue }
            let call = await session.run(step.binding, step.arguments, models: context.models)
            if let obstacle = obstacle(of: call) { return .notEvaluated(obstacle) }
            run.add(call, step)
        }
        if let known { run.compare(with: known) }
        if let replay = session.replay { run.finish(replay) }
        if context.mode == .record {
            await context.record(
                run.exchanges, to: file, secrets: run.secrets, isGood: !run.evaluation.hasErrors,
                into: &run.evaluation, at: scenario.pointer
            ) { rehearsal, loaded in
                let check = ScenarioCheck(context: rehearsal, check: check, scenario: scenario)
                return await check.run(rehearsal.replaySession(loaded.recording, standIns: check.standIns), in: loaded)
            }
        }
        return run.evaluation
    }

    private func obstacle(of call: FinishedCall) -> String? {
        if let fault = call.result.bindingFault { return fault.obstacle }
        guard context.mode != .replay, call.exchanges.isEmpty else { return nil }
        return call.failure.map(context.obstacle)
    }
}

extension ScenarioCheck {
    init?(_ check: Check, in context: ServiceRun) {
        guard let scenario = context.contract.scenarios.first(where: { $0.name == check.name }) else { return nil }
        self.init(context: context, check: check, scenario: scenario)
    }
}

/// The finished steps of a scenario, and the values that later steps use.
private struct ScenarioRun {
    struct Step {
        let number: Int
        let contract: ScenarioContract.Step
        let endpoint: EndpointContract
        let binding: Endpoint
        let arguments: Arguments
    }

    var evaluation = Evaluation()
    private(set) var secrets: [Secret] = []
    private(set) var exchanges: [HTTPExchange] = []
    private let check: ScenarioCheck
    private let loaded: LoadedRecording?
    private let senders: [EndpointContract]
    private let flows: ReplayedFlows?
    private var captured: [String: JSON] = [:]
    /// Whether no step sent requests concurrently.
    private var isOrdered = true

    private var context: ServiceRun { check.context }

    init(of check: ScenarioCheck, in loaded: LoadedRecording?) {
        let senders = check.context.senders(of: check.file)
        (self.check, self.loaded, self.senders) = (check, loaded, senders)
        flows = loaded.map { loaded in
            ReplayedFlows(
                flows: check.context.flows(of: loaded.recording.entries, to: senders), loaded: loaded,
                standIns: check.standIns, checksWholeRequest: true)
        }
    }

    /// Fills in the arguments of a step. Returns `nil` if no code is bound to its endpoint.
    mutating func step(_ index: Int) throws(CallArguments.MissingVariable) -> Step? {
        let step = check.scenario.steps[index]
        guard let endpoint = context.contract.endpoint(step.endpoint.text),
            let binding = context.service.endpoint(endpoint.name)
        else { return nil }
        let values = step.mergedArguments(of: endpoint)
        let arguments = try context.values.resolve(values, of: endpoint, captured: captured)
            .fitted(to: endpoint, values, captured: captured)
        secrets += context.values.secrets(of: values)
        return Step(number: index + 1, contract: step, endpoint: endpoint, binding: binding, arguments: arguments)
    }

    mutating func add(_ call: FinishedCall, _ step: Step) {
        exchanges += call.exchanges.ordered(for: step.endpoint, sentAtOnce: call.isSentAtOnce)
        isOrdered = isOrdered && !call.isSentAtOnce
        if context.mode != .replay {
            secrets += context.learn(from: call, of: step.endpoint)
            context.keep(call.exchanges, of: check.file)
        }
        var found = Evaluation(findings: replayed(call, step))
        if found.findings.isEmpty { found = outcome(of: call, step) }
        if !step.contract.headers.isEmpty {
            let flows = context.flows(of: exchanges, to: senders)
            found.findings += call.exchanges.flatMap { exchange in
                step.contract.mismatches(of: exchange, flows) { context.values.value(of: $0, in: captured) }
            }
        }
        if !found.hasErrors, let missing = capture(from: call, step) {
            found.add([missing], in: loaded, entry: call.earlierExchanges)
        }
        evaluation.probes += 1
        evaluation.findings += found.findings.map {
            $0.inStep(step.number, of: check.scenario, endpoint: step.endpoint.name)
        }
    }

    private func replayed(_ call: FinishedCall, _ step: Step) -> [Finding] {
        guard let flows else { return [] }
        return flows.findings(of: call.misses, at: step.contract.pointer)
            + flows.differences(in: call.answered, isOrdered: !call.isSentAtOnce, at: step.contract.pointer)
    }

    private func outcome(of call: FinishedCall, _ step: Step) -> Evaluation {
        let response = context.matcher(
            of: step.endpoint, step.contract.outcome(of: step.endpoint), at: step.contract.pointer, step.arguments)
        let first = call.earlierExchanges
        var found = response.evaluate(recordedExchanges(of: call) ?? call.exchanges, in: loaded, firstEntry: first)
        guard step.binding.call != nil else { return found }
        let repeats = RepeatedRequests(of: call, to: senders, at: step.contract.pointer).findings
        found.add(
            response.mismatches(of: call.result, from: call.exchanges, context.models) + repeats, in: loaded,
            entry: first)
        return found
    }

    /// Returns a step's recorded exchanges, so that edits of the recording also show in its requests.
    private func recordedExchanges(of call: FinishedCall) -> [HTTPExchange]? {
        let first = call.earlierExchanges, end = first + call.exchanges.count
        guard let entries = loaded?.recording.entries, end <= entries.count else { return nil }
        return Array(entries[first..<end])
    }

    /// Keeps the values that a step captures, and reports a missing one.
    private mutating func capture(from call: FinishedCall, _ step: Step) -> Finding? {
        guard let last = call.exchanges.last else { return nil }
        let variant = step.contract.outcome(of: step.endpoint).response
        // An endpoint with `uses` has no responses of its own.
        let sender = context.contract.senders(of: step.endpoint).sender(of: last.request)?.endpoint ?? step.endpoint
        let taken = Captures.take(
            step.contract.captures, from: last, shape: sender.shape(of: last.response, named: variant),
            returned: call.result.returned)
        captured.merge(taken.values) { $1 }
        return taken.missing
    }

    /// Compares the values carried between live requests with those of a recording.
    mutating func compare(with known: Recording) {
        evaluation.findings += context.flows(of: known.entries, to: senders).findings(
            in: context.flows(of: exchanges, to: senders), isOrdered: isOrdered, at: check.pointer)
    }

    /// Reports recorded requests that no step sent.
    mutating func finish(_ replay: ReplayTransport) {
        guard let flows, !evaluation.hasErrors else { return }
        evaluation.findings += flows.unplayed(of: replay, at: check.pointer)
    }
}

extension ScenarioContract.Step {
    /// Merges the expected outcomes of the step and its case. The step takes precedence.
    package func outcome(of endpoint: EndpointContract) -> Outcome {
        guard let base = self.case.flatMap({ endpoint.case($0.text) })?.outcome else { return outcome }
        var merged = outcome.statesEnd ? outcome : base
        merged.status = outcome.status ?? base.status
        merged.response = outcome.response ?? base.response
        return merged
    }
}

extension Finding {
    fileprivate func inStep(_ number: Int, of scenario: ScenarioContract, endpoint: String) -> Finding {
        let skipped = severity == .error ? scenario.steps.count - number : 0
        let rest = skipped == 0 ? "" : "; the \(counted(skipped, "step")) after it did not run"
        return rephrased(about: "step \(number)") { "step \(number) (\(endpoint)): \($0)\(rest)" }
    }
}

extension ScenarioContract {
    /// Runs the scenario live on its own, as a multi-step health check.
    package func runLive(
        in context: ServiceRun, over transport: any Transport
    ) async -> (evaluation: Evaluation, failure: String?) {
        let check = Check(service: context.service.name, kind: .scenario, name)
        let session = CallSession(base: transport, deadline: context.settings.deadline)
        let evaluation = await ScenarioCheck(context: context, check: check, scenario: self).run(session, in: nil)
            .described(of: check, in: context)
        return (evaluation, await session.transportFailure?.description)
    }
}
