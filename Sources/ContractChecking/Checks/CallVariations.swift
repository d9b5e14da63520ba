import ContractFormat
import HTTPRecording
import JSONSchema

/// Reruns a passing call with equivalent replies that the network or the provider could give.
struct CallVariations {
    let context: ServiceRun
    let binding: Endpoint
    let testCase: CaseContract
    let casesWithNewHeaders: CasesWithNewHeaders
    let loaded: LoadedRecording
    let response: ExchangeMatcher
    let call: FinishedCall

    /// More than 20, 50 and 100, the usual page sizes at which code cuts a list.
    private static let manyElements = 120

    private var standIns: [Secret] { Array(response.arguments.standIns.values) }

    func findings() async -> [Finding] {
        let pages = await pagesOutOfOrder()
        var changed = await changedReferences()
        // A call that selects elements may stop and reorder as it likes.
        if case .returned(let usual) = call.result, testCase.outcome.order != .unchecked, usual.hasLists {
            changed += await (pages.isEmpty ? changedLists() : []) + anotherPage() + shorterPage()
        }
        await shortError()
        // Requests that are sent at once may look sequential on a busy machine.
        if !changed.isEmpty, call.exchanges.count > 1, await delayed().isSentAtOnce { changed = [] }
        return await variations() + pages + changed
    }

    /// Runs the call with replies that wait until it is idle, which reveals whether it sends requests at once.
    private func delayed() async -> FinishedCall {
        let session = context.replaySession(loaded, standIns: standIns, variation: .replyOrder(.forward))
        return await session.run(binding, response.arguments, models: context.models)
    }

    private func variations() async -> [Finding] {
        let isSorted = testCase.outcome.order == .any
        var mismatches: [Finding] = []
        let variations = ReplyVariation.concerning(
            call, testCase.outcome, hasNewHeaders: casesWithNewHeaders.contains(testCase))
        for variation in variations {
            if mismatches.contains(where: { $0.rule == variation.rule.id }) { continue }
            var usual = call.result
            if let order = variation.baseline { usual = await again(order) }
            let varied = await again(variation)
            if varied.isSame(as: usual, inAnyOrder: isSorted) || variation.baseline != nil && varied.isHung { continue }
            // A call that is not reproducible, or that depends on earlier runs, proves nothing.
            let again = await again(variation.baseline)
            guard again.isSame(as: usual, inAnyOrder: isSorted) else { continue }
            mismatches.append(
                Finding(
                    variation.rule, "the call has a different result when \(variation.circumstance)",
                    expected: usual.excerpt, found: varied.excerpt, at: testCase.pointer))
        }
        return mismatches
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
        for (what, exchanges) in response.changingReferences(of: loaded.recording.entries) {
            let changed = await run(exchanges)
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

    /// Reports a call that does not follow the cursor of a page more.
    private func anotherPage() async -> [Finding] {
        guard let paged = response.addingPage(to: loaded.recording.entries), let changed = await run(paged.exchanges),
            changed.result.isHung || changed.result.returned != nil && changed.exchanges.count < paged.exchanges.count
        else { return [] }
        let fault: MessageText =
            changed.result.isHung
            ? "the call requests one page endlessly"
            : "the call leaves out the pages after page \(changed.exchanges.count)"
        return .one(
            ClientRule.returns, "\(fault) where there is one page more than recorded",
            expected: "a request with '\(paged.cursor)', the cursor of that page", found: "no request",
            at: testCase.outcome.returns?.pointer ?? testCase.pointer)
    }

    /// Reports a call that takes a page with fewer elements for the last, although it has the cursor of the next one.
    private func shorterPage() async -> [Finding] {
        let changes: [(what: MessageText, change: ([JSON]) -> [JSON])] = [
            ("has fewer elements than recorded", { Array($0.dropFirst()) }), ("has no elements", { _ in [] }),
        ]
        for (what, change) in changes {
            guard let paged = response.shorteningPage(of: loaded.recording.entries, change),
                let changed = await run(paged), changed.result.returned != nil, changed.exchanges.count < paged.count
            else { continue }
            return .one(
                ClientRule.returns,
                "the call leaves out the pages after page \(changed.exchanges.count), which \(what)",
                expected: "a request for the next page", found: "no request",
                at: testCase.outcome.returns?.pointer ?? testCase.pointer)
        }
        return []
    }

    /// Runs a call that ends in an error with the required members of the error's body. The call may end in another
    /// error, but a trap ends the process.
    private func shortError() async {
        guard case .threw = call.result else { return }
        if let short = response.withoutOptionalMembers(loaded.recording.entries) { _ = await run(short) }
    }

    /// Runs the call on changed exchanges. Returns `nil` if it sent other requests, or all at once.
    private func run(_ exchanges: [HTTPExchange]) async -> FinishedCall? {
        var recording = loaded.recording
        recording.entries = exchanges
        let session = context.syntheticSession(of: recording, standIns: standIns, deadline: context.settings.deadline)
        let changed = await session.run(binding, response.arguments, models: context.models)
        return session.replay?.misses.isEmpty ?? false && !changed.isSentAtOnce ? changed : nil
    }

    /// Reports a call that drops an element that the contract allows, a duplicate or one of an unknown kind, or that
    /// sorts a list.
    private func changedLists() async -> [Finding] {
        // Calls may drop elements repeated across pages. A call that sorts would move the duplicate.
        let anyOrder = response.inAnyOrder
        let isPaged = loaded.recording.entries.count > 1
        if !isPaged {
            let repeated = await findings(anyOrder, "the response contains an element twice") {
                [$1[0]] + $1.dropLast()
            }
            if !repeated.isEmpty { return repeated }
        }
        // A call may cut the list to the number of elements that it asked for.
        let numbers = response.arguments.values.values.compactMap(\.intValue)
        let long = await findings(anyOrder, "the response contains more elements", mayBeDistinct: isPaged) {
            _, elements in
            if isPaged, !numbers.isEmpty { return elements }
            let count = numbers.filter { $0 >= elements.count }.min() ?? Self.manyElements
            return (0..<max(min(count, Self.manyElements), elements.count)).map { elements[$0 % elements.count] }
        }
        if !long.isEmpty { return long }
        // Code may select elements by a flag, a choice or an absent member that no recorded element has.
        let selections: [(what: MessageText, change: (ModelContract, JSON) -> JSON)] = [
            ("other flags and choices", { $0.withOtherChoices($1) }),
            (
                "no optional values",
                { $1.withoutOptional($1.memberPlaces.filter { $0.tokens.count == 1 }, where: $0.schema.schema.accepts) }
            ),
        ]
        for (what, change) in selections {
            let selected = await findings(anyOrder, "the last element of the response has \(what)") { model, elements in
                guard let model, let last = elements.last else { return elements }
                return elements.dropLast() + [change(model, last)]
            }
            if !selected.isEmpty { return selected }
        }
        let unknown = await findings(response, "the response contains an element of an unknown kind") {
            $0?.endingInUnknownVariant($1) ?? $1
        }
        if !unknown.isEmpty || testCase.outcome.order == .any { return unknown }
        return await findings(response, "the elements of the response are in a different order") { $1.reversed() }
    }

    /// Returns the differences between the expected and the actual return value after changing the response's lists.
    private func findings(
        _ matcher: ExchangeMatcher, _ circumstance: MessageText, mayBeDistinct: Bool = false,
        _ change: (ModelContract?, [JSON]) -> [JSON]
    ) async -> [Finding] {
        // The changed elements can alter the following requests. Pages that are requested concurrently have no order.
        let exchanges = matcher.changingLists(of: loaded.recording.entries) { model, elements in
            isListed(model) ? change(model, elements) : elements
        }
        guard let exchanges, let changed = await run(exchanges) else { return [] }
        let models = context.models
        if case .threw = changed.result, matcher.isRefused(exchanges, by: models) == false {
            return matcher.endMismatches(of: changed.result, from: changed.exchanges).map {
                $0.rephrased { "\($0); \(circumstance)" }
            }
        }
        guard changed.exchanges.count == exchanges.count, case .returned(let returned) = changed.result,
            !(mayBeDistinct && returned.isDistinct)
        else { return [] }
        return matcher.returnedMismatches(returned, from: changed.exchanges, isSentAtOnce: false, models).map {
            $0.restated(as: ClientRule.returns) { "\($0); \(circumstance)" }
        }
    }

    /// Whether the result holds the instances of a model in lists. Sets and dictionaries hold no duplicates.
    private func isListed(_ model: ModelContract?) -> Bool {
        guard case .returned(let usual) = call.result else { return false }
        return context.models.contains { $0.name == model?.name && usual.isOfLists($0.type) }
    }

    private func again(_ variation: ReplyVariation?) async -> CallSession.Result {
        await context.replaySession(loaded, standIns: standIns, variation: variation)
            .run(binding, response.arguments).result
    }
}

extension ModelContract {
    /// Returns a valid element with every flag and choice changed that can be.
    fileprivate func withOtherChoices(_ element: JSON) -> JSON {
        ProbeGenerator.sites(in: [element], of: schema).reduce(element) { element, site in
            let others: [JSON] =
                switch site.value {
                case .bool(let flag): [.bool(!flag)]
                case .string: site.schemas.flatMap(\.listedValues).filter { $0 != site.value && $0.stringValue != nil }
                case .null, .number, .array, .object: []
                }
            let changed = others.lazy.map { element.replacing(site.place.pointer, with: $0) }
            return changed.first(where: schema.schema.accepts) ?? element
        }
    }

    /// Returns the elements, the last with a tag of no variant, if the contract says what becomes of unknown ones.
    fileprivate func endingInUnknownVariant(_ elements: [JSON]) -> [JSON] {
        guard let variants, variants.otherwise != nil, let last = elements.last,
            last[pointer: variants.discriminator] != nil
        else { return elements }
        return elements.dropLast() + [last.setting(variants.discriminator, to: .string(ChoiceStrategy.unlistedText))]
    }
}
