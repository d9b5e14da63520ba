import ContractFormat
import HTTPRecording
import JSONSchema

/// One case of an endpoint: a call, replayed or live, that its response check and its client check both look at.
struct CallCheck: CodeCheck {
    let context: ServiceRun
    let endpoint: EndpointContract
    let testCase: CaseContract
    let binding: Endpoint
    private let headers: NewHeaders
    private let response: Check
    /// The check of the client call; `nil` without a bound call.
    private let client: Check?
    /// Whether this call tells of a binding that asks for the wrong arguments: the first call of an endpoint whose
    /// request check does not run.
    private let tellsBinding: Bool

    var pointer: JSONPointer { testCase.pointer }

    var checks: [Check] { [response] + (client.map { [$0] } ?? []) }

    static func response(_ testCase: CaseContract, _ endpoint: EndpointContract, of service: String) -> Check {
        Check(service: service, kind: .response, endpoint.name, testCase.name)
    }

    static func client(_ testCase: CaseContract, _ endpoint: EndpointContract, of service: String) -> Check {
        Check(service: service, kind: .client, endpoint.name, testCase.name)
    }

    static func planned(
        of endpoint: EndpointContract, _ binding: Endpoint, in context: ServiceRun, _ wanted: WantedChecks
    ) -> [CallCheck] {
        let service = context.service.name
        guard [.response, .client].contains(where: { wanted.contains($0, of: endpoint.name, in: service) }) else {
            return []
        }
        let calls = endpoint.cases.map { testCase in
            (
                testCase, response(testCase, endpoint, of: service),
                binding.call == nil ? nil : client(testCase, endpoint, of: service)
            )
        }.filter { _, response, client in wanted.contains(response) || client.map(wanted.contains) ?? false }
        let isTold = endpoint.request != nil && wanted.contains(RequestCheck.check(endpoint, of: service))
        let headers = NewHeaders(of: calls.map(\.0), endpoint, in: context)
        return calls.enumerated().map { index, call in
            CallCheck(
                context: context, endpoint: endpoint, testCase: call.0, binding: binding, headers: headers,
                response: call.1, client: call.2, tellsBinding: index == 0 && !isTold)
        }
    }

    func evaluate() async -> [(check: Check, evaluation: Evaluation)] {
        let evaluations = await evaluations()
        return [(response, evaluations.response)] + (client.map { [($0, evaluations.client)] } ?? [])
    }

    var recording: String? { file }

    private var file: String {
        RecordingName.file(service: context.contract.service, endpoint: endpoint.name, case: testCase.name)
    }

    private func evaluations() async -> (response: Evaluation, client: Evaluation) {
        let arguments: Arguments
        do { arguments = try context.values.resolve(testCase.arguments, of: endpoint) } catch {
            let obstructed = Evaluation.obstructed(error.description)
            return (obstructed, obstructed)
        }
        let response = ExchangeMatcher(
            contract: context.contract, endpoint: endpoint, outcome: testCase.outcome, pointer: testCase.pointer,
            arguments: arguments, values: context.values)
        guard context.mode == .replay else { return await live(arguments, response) }
        switch context.library.recording(file) {
        case .failure(let fault): return (.obstructed(fault.description), .obstructed(fault.description))
        case .success(let loaded):
            var evaluations = (
                response.evaluate(loaded.recording.entries, in: loaded), await replay(loaded, arguments, response)
            )
            evaluations.0.recordedAt = loaded.recording.made?.moment
            evaluations.1.recordedAt = loaded.recording.made?.moment
            return evaluations
        }
    }

    /// The client call over the recording: what is wrong with the response is for the response check to tell.
    private func replay(
        _ loaded: LoadedRecording, _ arguments: Arguments, _ response: ExchangeMatcher
    ) async -> Evaluation {
        guard binding.call != nil else { return Evaluation() }
        let session = context.replaySession(loaded, standIns: Array(arguments.standIns.values))
        let models = context.models
        let result = await session.run(binding, arguments, models: models)
        if let fault = result.bindingFault { return evaluation(of: fault) }
        guard let replay = session.replay else { return Evaluation() }
        let flows = flows(of: loaded, standIns: Array(arguments.standIns.values))
        var evaluation = flows.misses(of: replay)
        // A request without an answer explains the end of the call and the entry that is left over.
        if evaluation.findings.isEmpty {
            let mismatches = response.mismatches(of: result, from: await session.exchanges, models)
            evaluation.add(mismatches, in: loaded, entry: loaded.recording.entries.count - 1)
            evaluation.findings += await ClientMatcher.unplayed(of: replay, in: loaded, at: testCase.pointer).findings
            evaluation.add(await repeats(in: session))
            var carried = steps(Array(arguments.standIns.values)).findings(in: await session.exchanges)
            if carried.isEmpty {
                carried = flows.differences(in: replay.answered, isOrdered: await session.overlaps == 0).findings
            }
            evaluation.findings += carried
            if carried.isEmpty { evaluation.add(await divergences(of: session.exchanges, response)) }
        }
        if evaluation.findings.isEmpty {
            evaluation.add(await variations(of: result, await session.exchanges, in: loaded, arguments))
            evaluation.add(await pagesOutOfOrder(of: result, await session.exchanges, in: loaded, response))
            evaluation.add(await droppedDuplicates(of: result, in: loaded, response))
        }
        evaluation.probes = 1
        evaluation.adaptations = adaptation(to: result).map { [$0] } ?? []
        return evaluation
    }

    /// Names the error of a case of an error status that names none, as an import of recorded calls leaves it.
    private func adaptation(to result: CallSession.Result) -> Adaptation? {
        guard case .threw(let thrown) = result, testCase.isOfUnknownError else { return nil }
        return Adaptation(
            kind: .fault,
            edit: ContractEdit(
                .set(.string(thrown.title)), at: testCase.pointer.appending(ContractKeys.Case.throws.rawValue)),
            reason: "'\(testCase.name)' throws \(thrown.title)")
    }

    private func steps(_ standIns: [Secret]) -> CaseSteps {
        CaseSteps(
            testCase: testCase, context: context, senders: context.contract.senders(of: endpoint), standIns: standIns)
    }

    private func repeats(in session: CallSession) async -> [Finding] {
        RepeatedRequests(
            await session.attempts, to: context.contract.senders(of: endpoint), at: testCase.pointer
        ).findings
    }

    /// Findings where the requests of a live call do not carry on the values that the case, or its recording, shows.
    private func carried(in exchanges: [HTTPExchange], isOrdered: Bool) -> [Finding] {
        let findings = steps([]).findings(in: exchanges)
        if !findings.isEmpty { return findings }
        guard context.mode == .live, case .success(let loaded) = context.library.recording(file) else { return [] }
        let senders = context.contract.senders(of: endpoint)
        return ValueFlows(of: loaded.recording.entries, to: senders, context.contractSecrets).findings(
            in: ValueFlows(of: exchanges, to: senders, context.contractSecrets), isOrdered: isOrdered,
            at: testCase.pointer)
    }

    private func flows(of loaded: LoadedRecording, standIns: [Secret]) -> ReplayedFlows {
        ReplayedFlows(
            of: loaded, to: context.contract.senders(of: endpoint), context, standIns: standIns,
            isComposed: endpoint.request == nil, pointer: testCase.pointer)
    }

    /// Evaluates a recording as `verify` will: its exchanges, and the requests that the client sends.
    private func rehearsed(_ loaded: LoadedRecording, in rehearsal: ServiceRun) async -> Evaluation {
        let arguments: Arguments
        do { arguments = try rehearsal.values.resolve(testCase.arguments, of: endpoint) } catch {
            return .obstructed(error.description)
        }
        let response = ExchangeMatcher(
            contract: rehearsal.contract, endpoint: endpoint, outcome: testCase.outcome, pointer: testCase.pointer,
            arguments: arguments, values: rehearsal.values)
        var evaluation = response.evaluate(loaded.recording.entries, in: loaded)
        guard binding.call != nil else { return evaluation }
        let session = rehearsal.replaySession(loaded, standIns: Array(arguments.standIns.values))
        let result = await session.run(binding, arguments, models: rehearsal.models)
        guard let replay = session.replay else { return evaluation }
        let flows = flows(of: loaded, standIns: Array(arguments.standIns.values))
        evaluation.findings += flows.misses(of: replay).findings
        evaluation.findings +=
            flows.differences(in: replay.answered, isOrdered: await session.overlaps == 0).findings
        let mismatches = response.mismatches(of: result, from: await session.exchanges, rehearsal.models)
        evaluation.add(mismatches, in: loaded, entry: max(0, loaded.recording.entries.count - 1))
        return evaluation
    }

    /// Findings where the call ends otherwise because of something that a network may do at any time.
    private func variations(
        of result: CallSession.Result, _ exchanges: [HTTPExchange], in loaded: LoadedRecording, _ arguments: Arguments
    ) async -> [Finding] {
        let isSorted = testCase.outcome.order == .any
        var mismatches: [Finding] = []
        for variation in ReplyVariation.concerning(exchanges, result, testCase.outcome) {
            // A client reads a header in the same way in every case with its status.
            if variation == .headerCase, !headers.isFirst(testCase) { continue }
            if mismatches.contains(where: { $0.rule == variation.rule.id }) { continue }
            var usual = result
            if let order = variation.usual { usual = await again(in: loaded, arguments, order) }
            let varied = await again(in: loaded, arguments, variation)
            if varied.isSame(as: usual, inAnyOrder: isSorted) || variation.usual != nil && varied.isHung { continue }
            // A call that differs by itself, or that remembers the one before, tells nothing.
            let again = await again(in: loaded, arguments, variation.usual)
            guard again.isSame(as: usual, inAnyOrder: isSorted) else { continue }
            mismatches.append(
                Finding(
                    variation.rule, "the call comes to something else when \(variation.circumstance)",
                    expected: usual.excerpt, found: varied.excerpt, at: testCase.pointer))
        }
        return mismatches
    }

    /// Findings where a call waits for each page before it asks for the next, and returns them in another order.
    private func pagesOutOfOrder(
        of result: CallSession.Result, _ exchanges: [HTTPExchange], in loaded: LoadedRecording,
        _ response: ExchangeMatcher
    ) async -> [Finding] {
        func mismatches(_ result: CallSession.Result, _ exchanges: [HTTPExchange]) -> [Finding] {
            guard case .returned(let returned) = result, exchanges.count > 1 else { return [] }
            return response.returnedMismatches(returned, from: exchanges, isSentAtOnce: false, context.models)
        }
        if mismatches(result, exchanges).isEmpty { return [] }
        // Replies that are held back show whether the call waits for several at once.
        let session = context.replaySession(
            loaded, standIns: Array(response.arguments.standIns.values), .replyOrder(.forward))
        let again = await session.run(binding, response.arguments, models: context.models)
        return await session.overlaps > 0 ? [] : mismatches(again, await session.exchanges)
    }

    /// Findings where the call drops one of two equal elements that the contract allows.
    private func droppedDuplicates(
        of result: CallSession.Result, in loaded: LoadedRecording, _ response: ExchangeMatcher
    ) async -> [Finding] {
        var recording = loaded.recording
        // Pages may repeat what others hold, which a call may leave out.
        guard case .returned(let usual) = result, testCase.outcome.order != .unchecked, usual.isOfLists,
            recording.entries.count == 1, let entries = response.repeatingElements(recording.entries)
        else { return [] }
        recording.entries = entries
        let models = context.models
        let session = context.session(
            over: recording, standIns: Array(response.arguments.standIns.values), deadline: context.settings.deadline)
        // A call that takes its next request from an element asks for something else now.
        guard case .returned(let returned) = await session.run(binding, response.arguments, models: models),
            session.replay?.misses.isEmpty ?? false
        else { return [] }
        // A call that sorts puts the repeated element elsewhere.
        return response.inAnyOrder.returnedMismatches(returned, from: await session.exchanges, models).map {
            $0.restated(as: ClientRule.returns) { "\($0); an element of the response comes twice" }
        }
    }

    private func again(
        in loaded: LoadedRecording, _ arguments: Arguments, _ variation: ReplyVariation?
    ) async -> CallSession.Result {
        await context.replaySession(loaded, standIns: Array(arguments.standIns.values), variation).run(
            binding, arguments)
    }

    /// Differences between the sent requests and those of the builder: replay compares less than the contract asks for.
    private func divergences(
        of exchanges: [HTTPExchange], _ response: ExchangeMatcher
    ) async -> [Finding] {
        let arguments = response.arguments
        guard let request = endpoint.request else {
            return response.sentMismatches(of: exchanges, standIns: Array(arguments.standIns.values))
        }
        let matcher = RequestMatcher(
            contract: request, of: endpoint, origin: endpoint.origin ?? context.contract.origin
        ) {
            context.values.value(of: $0, in: arguments.values)
        }
        // Foundation writes the request that follows a redirect; one that is tried again is the first once more.
        let sent = exchanges.indices.filter { $0 == 0 || !exchanges[$0 - 1].isRedirect }
        var seen: Set<Finding> = []
        let requests = sent.compactMap { exchanges[$0].request.urlRequest }
        let mismatches = requests.flatMap { matcher.mismatches(of: $0, ignoringTimeout: true) }
            .filter { seen.insert($0).inserted }
        if mismatches.isEmpty { return [] }
        // A builder that is wrong itself is the request check's to tell, and so is the first request where there is
        // none.
        do {
            guard let usual = try await binding.build?(arguments) ?? requests.first,
                matcher.mismatches(of: usual, ignoringTimeout: true).isEmpty
            else { return [] }
        } catch {
            return []
        }
        let other: MessageText =
            binding.build == nil
            ? "the call sends another request when it tries again"
            : "the client sends another request than its builder makes"
        return mismatches.map { $0.restated(as: ClientRule.request) { "\(other): \($0)" } }
    }

    /// Evaluates a binding that asks for the wrong arguments: one call tells it, the others are not evaluated.
    private func evaluation(of fault: ArgumentError) -> Evaluation {
        guard tellsBinding else { return .obstructed(fault.obstacle) }
        var evaluation = Evaluation(probes: 1)
        evaluation.add(fault.mismatch(of: endpoint))
        return evaluation
    }

    private func live(
        _ arguments: Arguments, _ response: ExchangeMatcher
    ) async -> (response: Evaluation, client: Evaluation) {
        let session = context.liveSession(of: file)
        let models = context.models
        let result = await session.run(binding, arguments, models: models)
        if let fault = result.bindingFault { return (.obstructed(fault.obstacle), evaluation(of: fault)) }
        let exchanges = await session.exchanges
        if exchanges.isEmpty, let obstacle = context.obstacle(of: session, result, binding) {
            return (.obstructed(obstacle), .obstructed(obstacle))
        }
        context.secrets.learn(from: exchanges, of: endpoint, returned: result.returned)
        context.pool(exchanges, of: endpoint, from: "\(endpoint.name)/\(testCase.name)", file: file)
        let place = exchanges.last.map { Place(file: $0.request.url) }
        var responses = response.evaluate(exchanges)
        responses.findings = responses.findings.map { $0.at(place) }
        var calls = Evaluation(probes: 1)
        if binding.call != nil {
            let isSentAtOnce = await session.overlaps > 0
            let ordered = exchanges.ordered(for: endpoint, sentAtOnce: isSentAtOnce)
            calls.findings =
                (response.mismatches(of: result, from: exchanges, isSentAtOnce: isSentAtOnce, models)
                + (await repeats(in: session)) + carried(in: ordered, isOrdered: !isSentAtOnce)).map { $0.at(place) }
        }
        if context.mode == .record {
            let captured = exchanges.flatMap {
                context.contractSecrets.captured(from: $0, of: endpoint, returned: result.returned)
            }
            await context.record(
                exchanges.ordered(for: endpoint, sentAtOnce: await session.overlaps > 0), to: file,
                secrets: context.values.secrets(of: testCase.arguments) + captured,
                isGood: !(responses.hasErrors || calls.hasErrors), into: &responses, at: testCase.pointer
            ) { await rehearsed($1, in: $0) }
        }
        return (responses, calls)
    }
}

extension [HTTPExchange] {
    /// The exchanges of a call as they are recorded. Exchanges that were under way at once have no order of their own
    /// and are sorted; those of a call that waits for each answer stay as they came.
    package func ordered(for endpoint: EndpointContract, sentAtOnce: Bool) -> [HTTPExchange] {
        guard endpoint.request == nil, sentAtOnce else { return self }
        return enumerated().sorted { ($0.element.request.url, $0.offset) < ($1.element.request.url, $1.offset) }
            .map(\.element)
    }
}

extension CaseContract {
    /// Whether its status is an error's, and it says neither what the call throws nor what it returns.
    package var isOfUnknownError: Bool {
        guard case .value(.literal(let status))? = outcome.status?.expectation, outcome.error == nil,
            outcome.returns == nil
        else { return false }
        return status.intValue ?? 0 >= 400
    }
}
