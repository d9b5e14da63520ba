import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Reruns a passing call with equivalent replies that the network or the provider could give.
struct CallVariations {
    let context: ServiceRun
    let binding: Endpoint
    let testCase: CaseContract
    let recording: Recording
    let response: ExchangeMatcher
    let call: FinishedCall
    let watch: ProbeWatch
    /// The changed runs and how each call ended, for `explain`.
    let trials = Locked<[ProbeOutcome]>([])
    /// The trials that ended a process before.
    private let fatal = Locked<[Finding]>([])

    /// More than 20, 50 and 100, the usual page sizes at which code cuts a list.
    private static let manyElements = 101

    func findings() async -> [Finding] {
        let repeated = await repeated()
        if !repeated.isEmpty { return repeated }
        let unordered = await pagesOutOfOrder()
        var changed = await changedReferences()
        // A call that selects elements may stop and reorder as it likes.
        if case .returned(let usual) = call.result, testCase.outcome.order != .unchecked {
            if usual.hasCollections { changed += await (unordered.isEmpty ? changedLists() : []) + changedPages() }
            if changed.isEmpty { changed = await changedResource() }
        }
        await unusualResponses()
        // Requests that are sent at once may look sequential on a busy machine.
        if !changed.isEmpty, call.exchanges.count > 1, await delayed().isSentAtOnce { changed = [] }
        let found = await variations() + unordered + changed + mediaType()
        return fatal.withLock(\.self) + found
    }

    /// Reports a call that keeps something of an earlier call, so that no change of its responses proves anything.
    private func repeated() async -> [Finding] {
        guard let again = await attempt(recording.entries, "the call is made again", .once) else { return [] }
        if let miss = again.misses.first {
            return .one(
                ClientRule.returns, "the call sends a different request when it is made again",
                expected: .excerpt(miss.candidates.first?.summary ?? "a request of the first time"),
                found: .excerpt("\(miss.request.method) \(miss.request.url)"), at: testCase.pointer)
        }
        guard again.exchanges.count == call.exchanges.count || again.result.returned == nil else { return [] }
        return response.mismatches(of: again.result, from: again.exchanges, context.models).map { finding in
            finding.rephrased { "\($0); the call was made before, with the same responses" }
        }
    }

    /// Runs the call with replies that wait until it is idle, which reveals whether it sends requests at once.
    private func delayed() async -> FinishedCall { await replay(order: .forward) }

    private func replay(
        _ exchanges: [HTTPExchange]? = nil, _ playback: ReplayTransport.Playback = .once, order: ReplyOrder? = nil
    ) async -> FinishedCall {
        var recording = recording
        if let exchanges { recording.entries = exchanges }
        return await context.replaySession(
            recording, standIns: Array(response.arguments.standIns.values), playback: playback, order: order
        ).run(binding, response.arguments, models: context.models)
    }

    /// Reports a result that depends on the order of replies or on the spelling of headers, as HTTP/2 writes lowercase
    /// names.
    private func variations() async -> [Finding] {
        let count = call.exchanges.count
        // Without an order, the scheduler decides which response of a concurrent call arrives first.
        let forward: ReplyOrder? = count > 1 ? .forward : nil
        let usual = count > 1 ? await delayed().result : call.result
        // If several requests fail, the reported error is undefined.
        if call.result.returned != nil, testCase.outcome.order != .unchecked {
            for order in [ReplyOrder.backward, .rotated].prefix(count - 1) {
                let found = await difference(
                    ClientRule.replyOrder, when: "the responses to concurrent requests arrive in a different order",
                    from: usual, in: forward
                ) {
                    let varied = await replay(order: order).result
                    return varied.isHung ? usual : varied
                }
                if !found.isEmpty { return found }
            }
        }
        let exchanges = recording.entries.map { exchange in
            modified(exchange) { $0.response.headers = exchange.response.headers.inOtherCase }
        }
        return await difference(
            ClientRule.headerCase, when: "header names arrive in a different letter case", from: usual, in: forward
        ) { await replay(exchanges, order: forward).result }
    }

    /// Reports a result that differs from the usual one, unless one of the two is not reproducible.
    private func difference(
        _ rule: ClientRule, when circumstance: MessageText, from usual: CallSession.Result, in order: ReplyOrder?,
        _ vary: () async -> CallSession.Result
    ) async -> [Finding] {
        func isSame(_ result: CallSession.Result, as other: CallSession.Result) -> Bool {
            result.isSame(as: other, inAnyOrder: testCase.outcome.order == .any)
        }
        let varied = await vary()
        note(circumstance, varied.words)
        guard !usual.isHung, !isSame(varied, as: usual), await isSame(vary(), as: varied),
            await isSame(replay(order: order).result, as: usual)
        else { return [] }
        // The usual order may be the one in which the call fails.
        let (expected, found) = usual.returned == nil && varied.returned != nil ? (varied, usual) : (usual, varied)
        return .one(
            rule, "the call has a different result when \(circumstance)", expected: expected.excerpt,
            found: found.excerpt, at: testCase.pointer)
    }

    private func note(_ trial: MessageText, _ found: MessageText) {
        let outcome = ProbeOutcome(
            name: trial.rendered(), kind: "call", pointer: "\(testCase.pointer)", expected: "the contract's result",
            found: found)
        trials.withLock { $0.append(outcome) }
    }

    /// Reports a call that requests pages sequentially but returns them in a different order.
    private func pagesOutOfOrder() async -> [Finding] {
        func mismatches(_ call: FinishedCall) -> [Finding] {
            guard case .returned(let returned) = call.result, call.exchanges.count > 1 else { return [] }
            return response.returnedMismatches(returned, from: call.exchanges, isSentAtOnce: false, context.models)
        }
        if mismatches(call).isEmpty { return [] }
        let again = await delayed()
        return again.isSentAtOnce ? [] : mismatches(again)
    }

    /// Reports a result that does not follow a value of the response to which the contract refers.
    private func changedReferences() async -> [Finding] {
        for (what, exchanges) in response.changingReferences(of: recording.entries) {
            let changed = await run(exchanges, "the response has another value that the result refers to")
            // Another value may lead to another request or another outcome.
            guard let changed, !changed.result.isHung, changed.exchanges.count == exchanges.count,
                (changed.result.returned == nil) == (call.result.returned == nil)
            else { continue }
            // The message of an error may contain the value.
            let mismatches = response.endMismatches(of: changed.result, from: changed.exchanges).filter {
                $0.rule != ClientRule.message.id
            }
            if !mismatches.isEmpty { return mismatches.map { $0.rephrased { "\($0); \(what)" } } }
        }
        return []
    }

    /// Reports a call that leaves out a page for which it has a cursor.
    private func changedPages() async -> [Finding] {
        for change in response.pageChanges(of: recording.entries) {
            guard let changed = await run(change.exchanges, "a call\(change.what)"),
                changed.result.isHung
                    ? !change.mayHang
                    : changed.result.returned != nil && 1..<change.exchanges.count ~= changed.exchanges.count
            else { continue }
            let fault: MessageText =
                changed.result.isHung
                ? "the call requests one page endlessly"
                : "the call leaves out the pages after page \(changed.exchanges.count)"
            return .one(
                ClientRule.returns, "\(fault)\(change.what)", expected: change.expected, found: "no request",
                at: testCase.outcome.returns?.pointer ?? testCase.pointer)
        }
        return []
    }

    /// Reports a call that compares the whole media type of JSON.
    private func mediaType() async -> [Finding] {
        guard let changed = response.addingCharset(to: recording.entries),
            let call = await run(changed, "the media type has a parameter", maySendAtOnce: true)
        else { return [] }
        return response.mismatches(of: call.result, from: call.exchanges, context.models).map {
            $0.rephrased { "\($0); the media type of the response has the parameter 'charset=utf-8'" }
        }
    }

    /// Runs the call with other valid responses. It may end in any way, but a trap ends the process.
    private func unusualResponses() async {
        for (what, exchanges) in response.unusualResponses(of: recording.entries) {
            _ = await attempt(exchanges, what, .once)
        }
    }

    /// Runs the call on changed exchanges. Returns `nil` if it sent other requests, or all at once.
    private func run(
        _ exchanges: [HTTPExchange], _ trial: MessageText, _ playback: ReplayTransport.Playback = .repeating,
        maySendAtOnce: Bool = false
    ) async -> FinishedCall? {
        guard let changed = await attempt(exchanges, trial, playback) else { return nil }
        return changed.misses.isEmpty && (maySendAtOnce || !changed.isSentAtOnce) ? changed : nil
    }

    private func attempt(
        _ exchanges: [HTTPExchange], _ trial: MessageText, _ playback: ReplayTransport.Playback = .repeating
    ) async -> FinishedCall? {
        switch watch.begin(trial.rendered()) {
        case .run: break
        case .skip: return nil
        case .fatal(let step):
            let finding = step.finding(.client, expected: "completion", at: testCase.pointer)
            fatal.withLock { $0.append(finding.rephrased { "\($0); \(trial)" }) }
            return nil
        }
        defer { watch.rest() }
        let changed = await replay(exchanges, playback)
        note(trial, changed.misses.isEmpty ? changed.result.words : "other requests")
        return changed
    }

    /// A change of lists, all of whose elements a call must still return.
    private struct ListChange {
        let what: MessageText
        /// Whether the call may return equal elements once.
        var mayBeDistinct = false
        var isAnyOrder = true
        /// Whether the contract of the model promises a result for elements that the schema refuses.
        var isTolerated = false
        /// Whether to change only the last page: elements of the same key on two pages may count as one.
        var isOfLastPage = false
        /// Whether to change dictionaries too. Equal values may be keyed alike.
        var isOfDictionaries = false
        let elements: (ModelContract?, [JSON]) -> [JSON]
    }

    private typealias ResourceChange = (what: MessageText, changed: @Sendable (ModelContract, JSON) -> [JSON])

    private static let otherChoices: ResourceChange = ("other flags and choices", { $0.withOtherChoices($1) })
    /// Bounds the runs in which the elements of a short list have one choice after the other.
    private static let maximumRounds = 8

    /// Variations of a resource. Code may select by a flag, a choice, an optional member or a list that no recorded
    /// resource varies.
    private static let selections: [ResourceChange] = [
        otherChoices,
        (
            "no optional values",
            { model, json in
                let members = json.memberPlaces.filter { $0.tokens.count == 1 }
                return [json.withoutOptional(members, where: model.schema.schema.accepts)]
            }
        ),
        ("every optional value", { [$0.completed($1)] }),
        ("lists in a different order", { [$0.changingLists(of: $1) { $0.reversed() }] }),
        ("empty lists", { $0.emptyingLists(of: $1) }),
    ]

    private static let extremes: [ResourceChange] = [
        ("zeros and empty texts", { [$0.changing($0.completed($1), to: [0, "", "0.00"])] }),
        (
            "large numbers and late dates",
            {
                let late: [JSON] = ["2106-02-07T06:28:16Z", "2106-02-07"]
                let other = $0.changing($0.completed($1), to: [1_000_000, 1000, 100] + late + ["1000.00"])
                return [$0.withLateNumbers(other)]
            }
        ),
    ]

    private var listChanges: [ListChange] {
        // Calls may drop elements repeated across pages. A call that sorts would move the duplicate.
        let isPaged = recording.entries.count > 1
        // A call may cut the list to the number of elements that it asked for.
        let numbers = response.arguments.values.values.compactMap(\.intValue)
        return [
            ListChange(what: "the response contains an element twice") { isPaged ? $1 : [$1[0]] + $1.dropLast() },
            ListChange(what: "the response contains more elements", mayBeDistinct: isPaged) { _, elements in
                if isPaged, !numbers.isEmpty { return elements }
                let count = numbers.filter { $0 >= elements.count }.min() ?? Self.manyElements
                return (0..<max(min(count, Self.manyElements), elements.count)).map { elements[$0 % elements.count] }
            },
        ]
            + Self.selections.map { lastElements(have: $0, $1) }
            + (1..<Self.maximumRounds).map {
                lastElements(have: Self.otherChoices.what, round: $0, Self.otherChoices.changed)
            } + [
                ListChange(
                    what: "the response contains an element of an unknown kind", isAnyOrder: false, isTolerated: true
                ) { $0?.endingInUnknownKind($1) ?? $1 },
                ListChange(what: "the elements of the response are in a different order", isAnyOrder: false) {
                    testCase.outcome.order == .any ? $1 : $1.reversed()
                },
                ListChange(what: "the elements of the response differ only in 'id'") { _, elements in
                    elements.map { $0["id"].map { elements[0].replacing(JSONPointer(tokens: ["id"]), with: $0) } ?? $0 }
                },
                ListChange(what: "the response contains no elements", isOfDictionaries: true) { _, _ in [] },
            ] + Self.extremes.map { lastElements(have: $0, isOfLastPage: true, $1) }
    }

    /// Changes the last elements, each in another way. Further rounds make the changes for which there were too few
    /// elements. Where only the last page changes, it differs from the others, so that swapped pages show too.
    private func lastElements(
        have what: MessageText, isOfLastPage: Bool = false, round: Int = 0,
        _ changed: @escaping (ModelContract, JSON) -> [JSON]
    ) -> ListChange {
        ListChange(
            what: "the last elements of the response have \(what)", isAnyOrder: !isOfLastPage,
            isOfLastPage: isOfLastPage, isOfDictionaries: true
        ) { model, elements in
            guard let model, let last = elements.last else { return elements }
            let ways = changed(model, last)
            let tail = elements.suffix(ways.count)
            let done = round * tail.count
            if done >= ways.count { return elements }
            if ways.count == 1 { return elements.dropLast() + ways }
            return elements.dropLast(tail.count)
                + tail.enumerated().map { index, element in
                    changed(model, element).dropFirst(done + index).first ?? element
                }
        }
    }

    /// Reports a call that returns something else than the resource of its response. An error is accepted: the caller may
    /// treat the resource's state as a failure.
    private func changedResource() async -> [Finding] {
        for (what, changed) in Self.selections + Self.extremes {
            for exchanges in response.changingResource(of: recording.entries, changed) {
                guard let changed = await run(exchanges, "the response has \(what)", .once),
                    case .returned(let returned) = changed.result
                else {
                    continue
                }
                let found = response.returnedMismatches(returned, from: changed.exchanges, context.models)
                if !found.isEmpty { return found.map { $0.rephrased { "\($0); the response has \(what)" } } }
            }
        }
        return []
    }

    /// Reports a call that sorts a list, or drops an element that the contract allows: a duplicate, or one of an unknown
    /// kind.
    private func changedLists() async -> [Finding] {
        let bodies = recording.entries.map(response.read)
        for change in listChanges {
            let found = await findings(change, bodies)
            if !found.isEmpty { return found.map { $0.rephrased { "\($0); \(change.what)" } } }
        }
        return []
    }

    /// Returns the differences between the expected and the actual return value after changing the response's lists.
    private func findings(_ change: ListChange, _ bodies: [ExchangeMatcher.ReadBody?]) async -> [Finding] {
        let matcher = change.isAnyOrder ? response.inAnyOrder : response
        // The changed elements can alter the following requests. Pages that are requested concurrently have no order.
        var keepsNumber = !change.isTolerated
        let exchanges = matcher.changingLists(
            of: recording.entries, bodies, isTolerated: change.isTolerated, isOfLastPage: change.isOfLastPage
        ) { model, elements, isDictionary in
            let isChanged = isCollected(model, isDictionary) && (change.isOfDictionaries || !isDictionary)
            let changed = isChanged ? change.elements(model, elements) : elements
            keepsNumber = keepsNumber && changed.count == elements.count
            return changed
        }
        guard let exchanges, let changed = await attempt(exchanges, change.what), !changed.isSentAtOnce
        else { return [] }
        if let miss = changed.misses.first {
            // A call that counts elements and leaves some out requests a page after the last one.
            guard keepsNumber, changed.answered.count == exchanges.count else { return [] }
            return .one(
                ClientRule.returns, "the call sends a request after the last response",
                expected: "no more than \(exchanges.count) requests", found: .excerpt(miss.line),
                at: testCase.outcome.returns?.pointer ?? testCase.pointer)
        }
        if case .threw = changed.result, matcher.isRefused(exchanges, by: context.models) != true {
            return matcher.isOfAnotherCase(changed)
                ? [] : matcher.endMismatches(of: changed.result, from: changed.exchanges)
        }
        guard changed.exchanges.count == exchanges.count, case .returned(let returned) = changed.result,
            !(change.mayBeDistinct && returned.isDistinct)
        else { return [] }
        return matcher.returnedMismatches(returned, from: changed.exchanges, isSentAtOnce: false, context.models)
    }

    /// Whether the result holds the instances of a model in lists, or in dictionaries. Sets hold no duplicates.
    private func isCollected(_ model: ModelContract?, _ isDictionary: Bool) -> Bool {
        guard case .returned(let usual) = call.result else { return false }
        return context.models.contains { $0.name == model?.name && usual.isOf($0.type, dictionaries: isDictionary) }
    }
}
