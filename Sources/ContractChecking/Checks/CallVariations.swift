import ContractFormat
import HTTPRecording
import JSONSchema

/// Runs a call that met its contract once more over replies that a network or a provider may give as well.
struct CallVariations {
    let context: ServiceRun
    let binding: Endpoint
    let testCase: CaseContract
    let headers: NewHeaders
    let loaded: LoadedRecording
    let response: ExchangeMatcher
    /// The end of the call over the recording as it is.
    let result: CallSession.Result
    let exchanges: [HTTPExchange]

    private var standIns: [Secret] { Array(response.arguments.standIns.values) }

    func findings() async -> [Finding] {
        let pages = await pagesOutOfOrder()
        return await variations() + (pages.isEmpty ? await changedLists() : pages)
    }

    /// Findings where the call ends otherwise because of something that a network may do at any time.
    private func variations() async -> [Finding] {
        let isSorted = testCase.outcome.order == .any
        var mismatches: [Finding] = []
        let variations = ReplyVariation.concerning(
            exchanges, result, testCase.outcome, hasNewHeaders: headers.isFirst(testCase))
        for variation in variations {
            if mismatches.contains(where: { $0.rule == variation.rule.id }) { continue }
            var usual = result
            if let order = variation.usual { usual = await again(order) }
            let varied = await again(variation)
            if varied.isSame(as: usual, inAnyOrder: isSorted) || variation.usual != nil && varied.isHung { continue }
            // A call that differs by itself, or that remembers the one before, shows nothing.
            let again = await again(variation.usual)
            guard again.isSame(as: usual, inAnyOrder: isSorted) else { continue }
            mismatches.append(
                Finding(
                    variation.rule, "the call comes to something else when \(variation.circumstance)",
                    expected: usual.excerpt, found: varied.excerpt, at: testCase.pointer))
        }
        return mismatches
    }

    /// Findings where a call waits for each page before it asks for the next, and returns them in another order.
    private func pagesOutOfOrder() async -> [Finding] {
        func mismatches(_ result: CallSession.Result, _ exchanges: [HTTPExchange]) -> [Finding] {
            guard case .returned(let returned) = result, exchanges.count > 1 else { return [] }
            return response.returnedMismatches(returned, from: exchanges, isSentAtOnce: false, context.models)
        }
        if mismatches(result, exchanges).isEmpty { return [] }
        // Replies that are held back show whether the call waits for several at once.
        let session = context.replaySession(loaded, standIns: standIns, .replyOrder(.forward))
        let again = await session.run(binding, response.arguments, models: context.models)
        return await session.overlaps > 0 ? [] : mismatches(again, await session.exchanges)
    }

    /// Findings where the call drops one of two equal elements that the contract allows, or sorts a list.
    private func changedLists() async -> [Finding] {
        guard case .returned(let usual) = result, testCase.outcome.order != .unchecked, usual.isOfLists else {
            return []
        }
        // Pages may repeat what others hold, which a call may leave out. A call that sorts puts the element elsewhere.
        let repeated =
            loaded.recording.entries.count > 1
            ? []
            : await findings(response.inAnyOrder, "an element of the response comes twice") { $0.dropLast() + [$0[0]] }
        if !repeated.isEmpty || testCase.outcome.order == .any { return repeated }
        return await findings(response, "the elements of the response come in another order") { $0.reversed() }
    }

    /// The differences from what the call has to return where the lists of its response are others.
    private func findings(
        _ matcher: ExchangeMatcher, _ circumstance: MessageText, _ change: ([JSON]) -> [JSON]
    ) async -> [Finding] {
        var recording = loaded.recording
        guard let entries = matcher.changingLists(of: recording.entries, change) else { return [] }
        recording.entries = entries
        let models = context.models
        let session = context.session(over: recording, standIns: standIns, deadline: context.settings.deadline)
        // A call that takes its next request from an element, or ends at one, sends others now. Pages that are asked for at
        // once have no order among each other.
        guard case .returned(let returned) = await session.run(binding, response.arguments, models: models),
            session.replay?.misses.isEmpty ?? false, await session.overlaps == 0
        else { return [] }
        let sent = await session.exchanges
        if sent.count != exchanges.count { return [] }
        return matcher.returnedMismatches(returned, from: sent, isSentAtOnce: false, models).map {
            $0.restated(as: ClientRule.returns) { "\($0); \(circumstance)" }
        }
    }

    private func again(_ variation: ReplyVariation?) async -> CallSession.Result {
        await context.replaySession(loaded, standIns: standIns, variation).run(binding, response.arguments)
    }
}
