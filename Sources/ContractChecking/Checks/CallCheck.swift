import ContractFormat
import HTTPRecording
import JSONSchema

/// The call of one case, replayed or live, evaluated for both its response check and its client check.
struct CallCheck: CodeCheck {
    private(set) var context: ServiceRun
    let endpoint: EndpointContract
    let testCase: CaseContract
    let binding: Endpoint
    let checks: [Check]
    /// Whether the run includes the check of the call.
    private let checksCall: Bool
    /// Whether this call reports a binding that reads wrong arguments: the first call of an endpoint without a request
    /// check.
    private let reportsBinding: Bool

    var pointer: JSONPointer { testCase.pointer }

    init?(
        _ check: Check, among wanted: Set<Check>, _ endpoint: LoadedService.BoundEndpoint, reportsBinding: Bool,
        in context: ServiceRun
    ) {
        guard let testCase = endpoint.cases[check.part] else { return nil }
        (self.endpoint, binding) = (endpoint.contract, endpoint.binding)
        checks = [.response, .client].map { Check(service: check.service, kind: $0, check.names) }
            .filter(wanted.contains)
        checksCall = binding.call != nil && checks.contains { $0.kind == .client }
        (self.context, self.testCase, self.reportsBinding) = (context, testCase, reportsBinding)
    }

    func evaluate() async -> [(check: Check, evaluation: Evaluation)] {
        let evaluations: (response: Evaluation, client: Evaluation)
        do {
            let response = try matcher
            evaluations =
                context.mode == .replay
                ? await replayed(try context.library.recording(file).get(), response) : await live(response)
        } catch {
            evaluations = (.notEvaluated("\(error)"), .notEvaluated("\(error)"))
        }
        return checks.map { ($0, $0.kind == .response ? evaluations.response : evaluations.client) }
    }

    private var file: String { context.contract.file(of: testCase, endpoint) }

    private var senders: [EndpointContract] { context.contract.senders(of: endpoint) }

    private var matcher: ExchangeMatcher {
        get throws(CallArguments.MissingVariable) {
            context.matcher(
                of: endpoint, testCase.outcome, at: pointer,
                try context.values.resolve(testCase.arguments, of: endpoint))
        }
    }

    // MARK: - Replay

    /// - Parameter isRehearsal: whether the recording is not written yet, so that only stand-ins can cause differences.
    private func replayed(
        _ loaded: LoadedRecording, _ response: ExchangeMatcher, isRehearsal: Bool = false
    ) async -> (response: Evaluation, client: Evaluation) {
        var evaluations = (
            response: response.evaluate(loaded.recording.entries, in: loaded),
            client: checksCall ? await replayedCall(loaded, response, isRehearsal: isRehearsal) : Evaluation()
        )
        evaluations.response.recordedAt = loaded.recording.recordingTime?.moment
        evaluations.client.recordedAt = loaded.recording.recordingTime?.moment
        return evaluations
    }

    private func replayedCall(
        _ loaded: LoadedRecording, _ response: ExchangeMatcher, isRehearsal: Bool
    ) async -> Evaluation {
        let standIns = Array(response.arguments.standIns.values)
        let session = context.replaySession(loaded.recording, standIns: standIns)
        let call = await session.run(binding, response.arguments, models: context.models)
        if let fault = call.result.bindingFault { return evaluation(of: fault) }
        guard let replay = session.replay else { return Evaluation() }
        let flows = ReplayedFlows(
            flows: context.flows(of: loaded.recording.entries, to: senders), loaded: loaded, standIns: standIns,
            checksWholeRequest: endpoint.request == nil)
        var evaluation = Evaluation(findings: flows.findings(of: call.misses, at: pointer), probes: 1)
        evaluation.adaptations = [adaptation(to: call.result)].compactMap(\.self)
        // An unanswered request already explains the call's outcome and any unplayed entries.
        guard evaluation.findings.isEmpty else { return evaluation }
        let carried = flows.differences(in: call.answered, isOrdered: !call.isSentAtOnce, at: pointer)
        let mismatches = response.mismatches(of: call.result, from: call.exchanges, context.models)
        evaluation.add(
            await namingPieces(in: mismatches, loaded, response), in: loaded,
            entry: max(0, loaded.recording.entries.count - 1))
        if isRehearsal {
            evaluation.findings += carried
            return evaluation
        }
        evaluation.findings += flows.unplayed(of: replay, at: pointer)
        evaluation.add(repeats(in: call))
        let missteps = steps(standIns).findings(in: call.exchanges)
        evaluation.findings += missteps.isEmpty ? carried : missteps
        if missteps.isEmpty, carried.isEmpty { evaluation.add(await divergences(of: call.exchanges, response)) }
        if evaluation.findings.isEmpty {
            let variations = CallVariations(
                context: context, binding: binding, testCase: testCase, recording: loaded.recording, response: response,
                call: call,
                watch: ProbeWatch(
                    check: checks.last { $0.kind == .client } ?? checks[0], monitor: context.resources.monitor))
            evaluation.add(await variations.findings())
            evaluation.outcomes = variations.trials.withLock(\.self)
        }
        return evaluation
    }

    /// Names the pieces of a stream as the cause of mismatches that do not occur if each piece is an event.
    private func namingPieces(
        in mismatches: [Finding], _ loaded: LoadedRecording, _ response: ExchangeMatcher
    ) async -> [Finding] {
        let formats = endpoint.responses.compactMap {
            if case .events(let events) = $0.body { events.format } else { nil }
        }
        guard !mismatches.isEmpty, let format = formats.first else { return mismatches }
        var whole = loaded.recording
        for index in whole.entries.indices {
            whole.entries[index].response.chunks = EventStream.lengths(of: whole.entries[index].response.body, format)
        }
        let call = await context.replaySession(whole, standIns: Array(response.arguments.standIns.values))
            .run(binding, response.arguments, models: context.models)
        guard response.mismatches(of: call.result, from: call.exchanges, context.models).isEmpty else {
            return mismatches
        }
        return mismatches.map { $0.rephrased { "\($0); this does not happen if each piece of the stream is an event" } }
    }

    /// Returns an edit that adds the thrown error to a case with an error status but no expected outcome.
    private func adaptation(to result: CallSession.Result) -> Adaptation? {
        guard case .threw(let thrown) = result, testCase.isOfUnknownError else { return nil }
        return Adaptation(
            .fault, .set(.string(thrown.title)), at: pointer.appending(ContractKeys.Case.throws.rawValue),
            reason: "'\(testCase.name)' throws \(thrown.title)")
    }

    private func steps(_ standIns: [Secret]) -> CaseSteps {
        CaseSteps(testCase: testCase, context: context, senders: senders, standIns: standIns)
    }

    private func repeats(in call: FinishedCall) -> [Finding] {
        RepeatedRequests(of: call, to: senders, at: testCase.pointer).findings
    }

    /// Compares the sent requests with the contract, since replay matching is more lenient.
    private func divergences(of exchanges: [HTTPExchange], _ response: ExchangeMatcher) async -> [Finding] {
        let arguments = response.arguments
        guard let request = endpoint.request else {
            return response.sentMismatches(of: exchanges, standIns: Array(arguments.standIns.values))
        }
        let matcher = RequestMatcher(request, of: endpoint, in: context.contract, arguments.values, context.values)
        let requests = exchanges.indicesOfClientRequests.map { exchanges[$0].request }
        let mismatches = requests.flatMap { matcher.mismatches(of: $0) }.distinct
        if mismatches.isEmpty { return [] }
        // The request check reports a wrong builder, and a wrong first request of a call without a builder.
        do {
            let built = (try await binding.build?(arguments)).map { RecordedRequest($0) }
            guard let usual = built ?? requests.first, matcher.mismatches(of: usual).isEmpty else { return [] }
        } catch {
            return []
        }
        let other: MessageText =
            binding.build == nil
            ? "the call sends a different request when it retries"
            : "the client sends a different request than its builder returns"
        return mismatches.map { $0.restated(as: ClientRule.request) { "\(other): \($0)" } }
    }

    private func evaluation(of fault: ArgumentError) -> Evaluation {
        reportsBinding
            ? Evaluation(findings: [fault.mismatch(of: endpoint)], probes: 1) : .notEvaluated(fault.obstacle)
    }

    // MARK: - Live

    private func live(_ response: ExchangeMatcher) async -> (response: Evaluation, client: Evaluation) {
        let call = await context.liveSession(of: file).run(binding, response.arguments, models: context.models)
        if let fault = call.result.bindingFault { return (.notEvaluated(fault.obstacle), evaluation(of: fault)) }
        if call.exchanges.isEmpty, let failure = call.failure {
            let obstacle = context.obstacle(failure)
            return (.notEvaluated(obstacle), .notEvaluated(obstacle))
        }
        let captured = context.learn(from: call, of: endpoint)
        context.keep(call.exchanges, of: file)
        let place = call.exchanges.last.map { Place(file: $0.request.url) }
        var responses = response.evaluate(call.exchanges)
        responses.findings = responses.findings.map { $0.at(place) }
        let ordered = call.exchanges.ordered(for: endpoint, sentAtOnce: call.isSentAtOnce)
        var calls = Evaluation(probes: 1)
        if checksCall {
            calls.findings =
                (response.mismatches(
                    of: call.result, from: call.exchanges, isSentAtOnce: call.isSentAtOnce, context.models)
                + repeats(in: call) + carried(in: ordered, isOrdered: !call.isSentAtOnce)).map { $0.at(place) }
        }
        if context.mode == .record {
            await context.record(
                ordered, to: file, secrets: context.values.secrets(of: testCase.arguments) + captured,
                isGood: !(responses.hasErrors || calls.hasErrors), into: &responses, at: testCase.pointer
            ) { rehearsal, loaded in
                var check = self
                check.context = rehearsal
                do {
                    let (response, client) = await check.replayed(loaded, try check.matcher, isRehearsal: true)
                    return Evaluation(findings: response.findings + client.findings)
                } catch {
                    return .notEvaluated("\(error)")
                }
            }
        }
        return (responses, calls)
    }

    /// Compares the values that a live call carries between requests with the case's steps, or else with its recording.
    private func carried(in exchanges: [HTTPExchange], isOrdered: Bool) -> [Finding] {
        let findings = steps([]).findings(in: exchanges)
        guard findings.isEmpty, context.mode == .live, case .success(let loaded) = context.library.recording(file)
        else {
            return findings
        }
        return context.flows(of: loaded.recording.entries, to: senders).findings(
            in: context.flows(of: exchanges, to: senders), isOrdered: isOrdered, at: pointer)
    }
}

extension [HTTPExchange] {
    /// Returns the exchanges in recording order. Concurrent exchanges are sorted by URL to make their order stable.
    package func ordered(for endpoint: EndpointContract, sentAtOnce: Bool) -> [HTTPExchange] {
        guard endpoint.request == nil, sentAtOnce else { return self }
        return enumerated().sorted { ($0.element.request.url, $0.offset) < ($1.element.request.url, $1.offset) }
            .map(\.element)
    }
}

extension CaseContract {
    /// Whether the case has an error status but expects neither an error nor a return value.
    package var isOfUnknownError: Bool {
        outcome.error == nil && outcome.returns == nil && outcome.literalStatus ?? 0 >= 400
    }
}

extension Outcome {
    var literalStatus: Int? {
        if case .value(.literal(let status))? = status?.expectation { status.intValue } else { nil }
    }
}
