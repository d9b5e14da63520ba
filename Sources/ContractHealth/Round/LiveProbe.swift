import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

struct LiveProbe: Sendable {
    let target: HealthTarget
    let network: Network
    let live: Options
    let clock: @Sendable () -> Double
    private let context: ServiceRun

    init(_ target: HealthTarget, network: Network, live: Options, clock: @escaping @Sendable () -> Double) {
        self.target = target
        self.network = network
        self.live = live
        self.clock = clock
        var settings = Plan.Settings(mode: .live)
        (settings.environment, settings.deadline) = (live.environment, live.deadline)
        context = ServiceRun(service: target.service, contract: target.contract, settings: settings)
    }

    func judgement(of testCase: CaseContract) async -> CallJudgement {
        let endpoint = target.endpoint
        guard let binding = target.service.endpoint(endpoint.name) else {
            return CallJudgement(reachable: .unsupported(reason: "no code is bound to '\(endpoint.name)'"))
        }
        let arguments: Arguments
        do { arguments = try context.values.resolve(testCase.arguments) } catch {
            return CallJudgement(reachable: .unsupported(reason: error.description))
        }
        let sentry = RequestSentry(wrapped: network.transport, allowsUnsafeMethods: target.allowsUnsafeMethods)
        let session = CallSession(base: sentry, deadline: live.deadline)
        let (finished, seconds) = await timed { await session.run(binding, arguments, models: target.service.models) }
        if let reason = sentry.refusal { return CallJudgement(reachable: .unsupported(reason: reason)) }
        let (result, exchanges) = (finished.result, finished.exchanges)
        let call = Call(
            testCase: testCase, arguments: arguments,
            exchanges: exchanges.ordered(for: endpoint, sentAtOnce: finished.isSentAtOnce), result: result,
            client: binding.call == nil
                ? [] : matcher(testCase, arguments).mismatches(of: result, from: exchanges, []),
            captured: context.learn(from: finished, of: endpoint), seconds: seconds)
        if case .hung = result, sentry.isAnswered { return hung(call) }
        if let reason = noAnswer(to: call, finished.failure?.description) {
            return CallJudgement(reachable: .failed([finding(reason, of: call)]))
        }
        return await judgement(of: call)
    }

    func judgement(of scenario: ScenarioContract) async -> CallJudgement {
        let sentry = RequestSentry(wrapped: network.transport, allowsUnsafeMethods: target.allowsUnsafeMethods)
        let (outcome, seconds) = await timed {
            await scenario.runLive(in: context, over: sentry)
        }
        if let reason = sentry.refusal { return CallJudgement(reachable: .unsupported(reason: reason)) }
        guard let reason = outcome.evaluation.obstacle?.reason else {
            return CallJudgement(
                [.contract: HealthAspectResult(outcome.evaluation.findings.worstFirst.map(repeated))],
                otherwise: "only the calls of a scenario are checked", latency: (seconds, latency(of: seconds)))
        }
        // Without a transport failure, the scenario's prerequisites are missing.
        guard let failure = outcome.failure else { return CallJudgement(reachable: .unsupported(reason: reason)) }
        let unreachable = target.finding(
            HealthRule.unreachable, "no complete response arrived",
            expected: "a response within \(secondsText(live.deadline))",
            found: context.secrets.redacted(failure), live: live)
        return CallJudgement(reachable: .failed([unreachable]))
    }

    private struct Call: Sendable {
        let testCase: CaseContract
        let arguments: Arguments
        let exchanges: [HTTPExchange]
        let result: CallSession.Result
        /// Findings about the outcome of the call, except for the returned models.
        let client: [Finding]
        /// The secrets that the contract captures from the responses.
        let captured: [Secret]
        let seconds: Double
    }

    /// Returns a finding if the call had no complete response and the client did not recover.
    private func noAnswer(to call: Call, _ failure: String?) -> Finding? {
        let found: String?
        if case .hung = call.result {
            found = "none"
        } else {
            found = call.exchanges.isEmpty || !call.client.isEmpty ? failure : nil
        }
        return found.map {
            Finding(
                HealthRule.unreachable, "no complete response arrived",
                expected: "a response within \(secondsText(live.deadline))", found: MessageText($0),
                at: call.testCase.pointer)
        }
    }

    /// Judges a call that hangs although every request was answered. Skips the models, which may hang too.
    private func hung(_ call: Call) -> CallJudgement {
        CallJudgement(
            [.contract: HealthAspectResult(call.client.map { finding($0, of: call) })],
            otherwise: "the call did not finish",
            latency: latency(of: call))
    }

    private func returned(of call: Call) -> [Finding] {
        guard call.client.isEmpty, target.service.endpoint(target.endpoint.name)?.call != nil else { return [] }
        return matcher(call.testCase, call.arguments).mismatches(
            of: call.result, from: call.exchanges, target.service.models)
    }

    private func matcher(_ testCase: CaseContract, _ arguments: Arguments) -> ExchangeMatcher {
        context.matcher(of: target.endpoint, testCase.outcome, at: testCase.pointer, arguments)
    }

    private func judgement(of call: Call) async -> CallJudgement {
        let responses = matcher(call.testCase, call.arguments).mismatches(of: call.exchanges)
        let status = responses.filter { $0.rule == ResponseRule.status.id }
        guard status.isEmpty else {
            return CallJudgement(
                [.status: HealthAspectResult(grouped(status, of: call))], otherwise: "the status differs",
                latency: latency(of: call))
        }
        // Only initializers of the code under test can exceed this deadline.
        let isBodyBroken = responses.contains { $0.rule == ResponseRule.schema.id }
        let made = await Deadline.run(seconds: live.deadline) {
            (models: models(of: call, isBodyBroken: isBodyBroken), drift: drift(of: call), client: returned(of: call))
        }
        let hang = Finding(
            FatalRule.rule(.model, .timeout), "an initializer does not finish on the response",
            expected: "completion within \(secondsText(live.deadline))", found: "still running",
            at: target.endpoint.pointer
        )
        return CallJudgement(
            [
                .status: .held,
                .contract: HealthAspectResult(grouped(responses + call.client + (made?.client ?? []), of: call)),
                .models: made?.models ?? .failed([finding(hang, of: call)]),
                .drift: made?.drift ?? .notObserved(reason: "the models did not finish"),
            ], latency: latency(of: call))
    }

    private func latency(of call: Call) -> (seconds: Double, result: HealthAspectResult)? {
        call.exchanges.isEmpty ? nil : (call.seconds, latency(of: call.seconds))
    }

    private func latency(of seconds: Double) -> HealthAspectResult {
        guard let limit = target.latencyLimit else { return .notObserved(reason: "no limit is set") }
        guard seconds > limit else { return .held }
        let slow = target.finding(
            HealthRule.slow, "the call takes longer than its limit", expected: "at most \(secondsText(limit))",
            found: secondsText(seconds), at: target.limitPlace, live: live)
        return .failed([slow])
    }

    // MARK: - Models

    /// Passes every received record to its model's initializer. Invalid records of a broken body may be refused.
    private func models(of call: Call, isBodyBroken: Bool) -> HealthAspectResult {
        var pool = InstancePool(of: target.contract)
        let senders = target.contract.senders(of: target.endpoint)
        for exchange in call.exchanges { pool.add(exchange, of: senders, from: "") }
        guard !pool.instances.isEmpty else {
            return .notObserved(reason: "the response contained no record of a model")
        }
        let mismatches = target.contract.models.flatMap { model -> [Finding] in
            guard let instances = pool.instances[model.name], let binding = target.service.model(model.name) else {
                return []
            }
            let prober = ModelProber(
                contract: model, model: binding,
                sources: ValueSources(target.service.contract, target.service.binding),
                watch: ProbeWatch(
                    check: Check(service: target.contract.service, kind: .model, model.name),
                    monitor: live.observers.monitor))
            let good = instances.filter { model.schema.schema.accepts($0.json) }
            let broken = isBodyBroken ? instances.filter { !model.schema.schema.accepts($0.json) } : []
            return prober.mismatches(ofWhole: good) + refusals(of: broken, model, prober)
        }
        return HealthAspectResult(grouped(mismatches, of: call))
    }

    private func refusals(of instances: [Instance], _ contract: ModelContract, _ prober: ModelProber) -> [Finding] {
        let refused = instances.filter { !prober.takes($0.json) }
        guard let first = refused.first else { return [] }
        return [
            Finding(
                HealthRule.recordRefused, "the initializer of '\(contract.name)' refuses received records",
                expected: "a value for each record", found: "\(refused.count) refused, the first at \(first.name)",
                at: contract.pointer)
        ]
    }

    // MARK: - Drift

    private func drift(of call: Call) -> HealthAspectResult {
        let file = target.contract.file(of: call.testCase, target.endpoint)
        guard case .success(let loaded) = target.service.library.recording(file) else {
            return .notObserved(reason: "there is no recording '\(file)' to compare with")
        }
        let secrets = context.values.secrets(of: call.testCase.arguments) + call.captured
        let live = context.secrets.contract.redaction(secrets, of: [target.endpoint])
            .redacted(Recording(entries: call.exchanges)).recording
        let effects = ModelEffects(service: target.service, endpoints: target.contract.senders(of: target.endpoint))
        return HealthAspectResult(
            effects.effects(from: loaded.recording, to: live).map { change, effect in
                let mismatch = Finding(
                    HealthRule.drift, "\(change.message)\(effect == .survives ? "" : " (\(effect.rawValue))")",
                    expected: "the recorded content", at: place(of: change.pointer, in: call),
                    severity: Self.severity(of: change, effect))
                return finding(
                    mismatch, of: call,
                    at: change.oldEntry.map { loaded.place(entry: $0, "/response") } ?? loaded.place(entry: 0))
            }.sorted { $0.severity < $1.severity })
    }

    private func place(of pointer: JSONPointer?, in call: Call) -> JSONPointer {
        guard let pointer, let status = call.exchanges.last?.response.status,
            let shape = target.endpoint.response(status: status, variant: call.testCase.outcome.response),
            case .json(let schema) = shape.body
        else { return call.testCase.pointer }
        // The first element stands for all elements of an array.
        return schema.pointer(towards: JSONPointer(tokens: pointer.tokens.map { $0 == "*" ? "0" : $0 }))
    }

    /// Returns the severity of a change. Mere additions and changes in some records may be ordinary data.
    private static func severity(of change: SemanticDiff.Change, _ effect: ModelEffects.Effect) -> Severity {
        if effect == .refuses { return .error }
        switch change.kind {
        case .exchangeAdded, .propertyAdded, .headerAdded, .headerRemoved, .newValue: return .info
        case .statusChanged, .exchangeRemoved, .mediaTypeChanged, .propertyRemoved, .typeChanged: return .warning
        case .becameNull, .becameOptional: return change.isPartial ? .info : .warning
        }
    }

    // MARK: - Findings

    private func grouped(_ mismatches: [Finding], of call: Call) -> [Finding] {
        mismatches.grouped { "\($0.rule) \($0.pointer)" }.map { _, same in
            var first = same[0]
            if same.count > 1 { first.text = "\(first.text), and \(same.count - 1) more like it" }
            return finding(first, of: call)
        }
    }

    private func repeated(_ finding: Finding) -> Finding { finding.repeated(by: target.repeatCommand(live)) }

    private func finding(_ mismatch: Finding, of call: Call, at recording: Place? = nil) -> Finding {
        let place = recording ?? call.exchanges.last.map { Place(file: $0.request.url) }
        let check = Check(service: target.contract.service, kind: .response, target.endpoint.name, call.testCase.name)
        return repeated(mismatch.at(place).described(of: check, in: target.contract, secrets: context.secrets))
    }

    private func timed<Value>(_ work: () async -> Value) async -> (Value, Double) {
        let start = clock()
        let result = await work()
        return (result, max(0, ((clock() - start) * 1_000_000).rounded() / 1_000_000))
    }
}
