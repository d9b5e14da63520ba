import ContractFormat
import HTTPRecording
import JSONSchema

/// Runs the steps of a scenario over one transport, and checks each like a case, until one fails.
struct ScenarioCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let scenario: ScenarioContract

    var pointer: JSONPointer { scenario.pointer }

    init?(_ check: Check, in context: ServiceRun) {
        guard let scenario = context.contract.scenarios.first(where: { $0.name == check.name }) else { return nil }
        self.init(context: context, check: check, scenario: scenario)
    }

    fileprivate init(context: ServiceRun, check: Check, scenario: ScenarioContract) {
        (self.context, self.check, self.scenario) = (context, check, scenario)
    }

    var recording: String? { check.recording }

    private var file: String { RecordingName.file(service: context.contract.service, scenario: scenario.name) }

    func evaluation() async -> Evaluation {
        guard context.mode == .replay else {
            let recorded = context.mode == .live ? context.library.recording(file) : nil
            let known = if case .success(let loaded)? = recorded { loaded.recording } else { nil as Recording? }
            return await run(context.liveSession(of: file), in: nil, beside: known)
        }
        switch context.library.recording(file) {
        case .failure(let fault): return .notEvaluated(fault.description)
        case .success(let loaded):
            var evaluation = await run(context.replaySession(loaded, standIns: standIns), in: loaded)
            evaluation.recordedAt = loaded.recording.recordingTime?.moment
            return evaluation
        }
    }

    private var standIns: [Secret] {
        scenario.steps.flatMap { step -> [Secret] in
            guard let endpoint = context.contract.endpoint(step.endpoint.text) else { return [] }
            return Array(StandIns.secrets(of: step.mergedArguments(of: endpoint), in: endpoint).values)
        }
    }

    /// - Parameter known: the recording that shows which values live requests must carry over.
    func run(_ session: CallSession, in loaded: LoadedRecording?, beside known: Recording? = nil) async -> Evaluation {
        var evaluation = Evaluation()
        var captured: [String: JSON] = [:]
        var secrets: [Secret] = []
        var recorded: [HTTPExchange] = []
        let senders = context.senders(of: file)
        let flows = loaded.map { loaded in
            ReplayedFlows(
                of: loaded, to: senders, context, standIns: standIns, checksWholeRequest: true,
                pointer: scenario.pointer)
        }
        for (index, step) in scenario.steps.enumerated() {
            guard let endpoint = context.contract.endpoint(step.endpoint.text),
                let binding = context.service.endpoint(endpoint.name)
            else { continue }
            let values = step.mergedArguments(of: endpoint)
            let arguments: Arguments
            do {
                arguments = try context.values.resolve(values, of: endpoint, captured: captured)
                    .fitted(to: endpoint, values, captured: captured)
            } catch {
                return .notEvaluated(error.description)
            }
            secrets += context.values.secrets(of: values)
            let before = await session.exchanges.count
            let attempts = await session.attempts.count
            let overlaps = await session.overlaps
            let answered = session.replay?.answered.count ?? 0
            let outcome = step.outcome(of: endpoint)
            let models = context.models
            let result = await session.run(binding, arguments, models: models)
            if let fault = result.bindingFault { return .notEvaluated(fault.obstacle) }
            let exchanges = Array(await session.exchanges.dropFirst(before))
            if loaded == nil, exchanges.isEmpty, let failure = await session.transportFailure {
                return .notEvaluated(context.obstacle(failure))
            }
            recorded += exchanges.ordered(for: endpoint, sentAtOnce: await session.overlaps > overlaps)
            if loaded == nil {
                secrets += exchanges.flatMap {
                    context.contractSecrets.captured(from: $0, of: endpoint, returned: result.returned)
                }
                context.secrets.learn(from: exchanges, of: endpoint, returned: result.returned)
                context.keep(exchanges, of: file)
            }
            var stepEvaluation = Evaluation()
            if let flows, let replay = session.replay {
                stepEvaluation = flows.misses(of: replay, at: step.pointer)
                stepEvaluation.findings +=
                    flows.differences(
                        in: Array(replay.answered.dropFirst(answered)),
                        isOrdered: await session.overlaps == overlaps, at: step.pointer
                    ).findings
            }
            if stepEvaluation.findings.isEmpty {
                let response = ExchangeMatcher(
                    contract: context.contract, endpoint: endpoint, outcome: outcome, pointer: step.pointer,
                    arguments: arguments, values: context.values)
                stepEvaluation = response.evaluate(
                    recordedExchanges(of: loaded, from: before, count: exchanges.count) ?? exchanges, in: loaded,
                    firstEntry: before)
                if binding.call != nil {
                    stepEvaluation.add(
                        response.mismatches(of: result, from: exchanges, models), in: loaded, entry: before)
                    let repeats = RepeatedRequests(
                        await session.attempts, from: attempts, to: senders, at: step.pointer)
                    stepEvaluation.add(repeats.findings, in: loaded, entry: before)
                }
            }
            if !step.headers.isEmpty {
                let flows = ValueFlows(of: recorded, to: senders, context.contractSecrets)
                stepEvaluation.findings += exchanges.flatMap { exchange in
                    step.mismatches(of: exchange, flows) { context.values.value(of: $0, in: captured) }
                }
            }
            if !stepEvaluation.hasErrors, let last = exchanges.last {
                let taken = Captures.take(
                    step.captures, from: last,
                    shape: endpoint.response(status: last.response.status, variant: outcome.response),
                    returned: result.returned)
                captured.merge(taken.values) { $1 }
                if let missing = taken.missing { stepEvaluation.add([missing], in: loaded, entry: before) }
            }
            evaluation.probes += 1
            evaluation.findings += stepEvaluation.findings.map {
                $0.inStep(index + 1, of: scenario, endpoint: endpoint.name)
            }
            if stepEvaluation.hasErrors { break }
        }
        if let known {
            evaluation.findings += ValueFlows(of: known.entries, to: senders, context.contractSecrets).findings(
                in: ValueFlows(of: recorded, to: senders, context.contractSecrets),
                isOrdered: await session.overlaps == 0, at: scenario.pointer)
        }
        if let flows, let replay = session.replay, !evaluation.hasErrors {
            evaluation.findings += flows.unplayed(of: replay).findings
        }
        if context.mode == .record {
            await context.record(
                recorded, to: file, secrets: secrets, isGood: !evaluation.hasErrors, into: &evaluation,
                at: scenario.pointer
            ) { rehearsal, loaded in
                let check = ScenarioCheck(context: rehearsal, check: check, scenario: scenario)
                return await check.run(rehearsal.replaySession(loaded, standIns: check.standIns), in: loaded)
            }
        }
        return evaluation
    }

    /// Returns a step's recorded exchanges, so that edits of the recording also show in its requests.
    private func recordedExchanges(of loaded: LoadedRecording?, from first: Int, count: Int) -> [HTTPExchange]? {
        guard let entries = loaded?.recording.entries, first + count <= entries.count else { return nil }
        return Array(entries[first..<(first + count)])
    }
}

extension ScenarioContract.Step {
    /// Merges the expected outcomes of the step and its case. The step takes precedence.
    package func outcome(of endpoint: EndpointContract) -> Outcome {
        guard let base = self.case.flatMap({ endpoint.case($0.text) })?.outcome else { return outcome }
        return Outcome(
            status: outcome.status ?? base.status, response: outcome.response ?? base.response,
            returns: outcome.returns ?? (outcome.error == nil && outcome.order == .asReceived ? base.returns : nil),
            order: outcome.order == .asReceived && outcome.returns == nil ? base.order : outcome.order,
            error: outcome.error ?? (outcome.returns == nil ? base.error : nil),
            message: outcome.message ?? (outcome.error == nil ? base.message : nil))
    }
}

extension Finding {
    fileprivate func inStep(_ number: Int, of scenario: ScenarioContract, endpoint: String) -> Finding {
        var finding = self
        let skipped = severity == .error ? scenario.steps.count - number : 0
        let rest = skipped == 0 ? "" : "; the \(counted(skipped, "step")) after it did not run"
        finding.text = "step \(number) (\(endpoint)): \(text)\(rest)"
        finding.subject.append("step \(number)")
        return finding
    }
}

/// A scenario that runs live on its own, as a multi-step health check.
package struct LiveScenario: Sendable {
    package struct Outcome: Sendable {
        package let findings: [Finding]
        package let obstacle: Evaluation.Obstacle?
        package let failure: String?
    }

    private let scenario: ScenarioContract
    private let context: ServiceRun

    package init(
        _ scenario: ScenarioContract, of service: LoadedService, _ contract: Contract, _ live: Options, network: Network
    ) {
        self.scenario = scenario
        var settings = Plan.Settings(mode: .live)
        (settings.environment, settings.deadline) = (live.environment, live.deadline)
        var resources = EvaluationResources()
        resources.network = network
        context = ServiceRun(service: service, contract: contract, settings: settings, resources)
    }

    package func run(over transport: any Transport, deadline: Double) async -> Outcome {
        let check = Check(service: context.service.name, kind: .scenario, scenario.name)
        let session = CallSession(base: transport, deadline: deadline)
        let evaluation = await ScenarioCheck(context: context, check: check, scenario: scenario).run(session, in: nil)
            .described(of: check, in: context)
        return Outcome(
            findings: evaluation.findings.worstFirst, obstacle: evaluation.obstacle,
            failure: await session.transportFailure?.description)
    }
}
