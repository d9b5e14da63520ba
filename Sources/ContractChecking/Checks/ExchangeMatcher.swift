import ContractFormat
import HTTPRecording
import JSONSchema

/// Compares the requests and responses of a case or step with the contract.
package struct ExchangeMatcher {
    let contract: Contract
    let endpoint: EndpointContract
    var outcome: Outcome
    let pointer: JSONPointer
    let arguments: Arguments
    let values: CallArguments
    private let instanceCache = InstanceCache()

    package func mismatches(of exchanges: [HTTPExchange]) -> [Finding] { evaluate(exchanges).findings }

    func evaluate(_ exchanges: [HTTPExchange], in recording: LoadedRecording? = nil, firstEntry: Int = 0) -> Evaluation
    {
        var evaluation = Evaluation(probes: exchanges.count)
        if exchanges.isEmpty {
            evaluation.add(
                Finding(
                    RecordedRule.empty, "there is no exchange for this call", expected: "an exchange", found: "none",
                    at: pointer),
                at: recording.map { $0.source.place(of: "/log/entries") })
        }
        for (index, exchange) in exchanges.enumerated() {
            if exchange.isRedirect, index + 1 < exchanges.count { continue }
            let entry = firstEntry + index
            let mismatches = mismatches(of: exchange, isLast: index == exchanges.count - 1)
            evaluation.add(mismatches, in: recording, entry: entry)
            // A fault of the message itself makes a finding about an edited member redundant.
            for contradiction in recording?.recording.contradictions ?? [] where contradiction.entry == entry {
                let side = contradiction.pointer.tokens.first
                if mismatches.contains(where: { $0.data?.tokens.first == side }) { continue }
                evaluation.add([mismatch(of: contradiction)], in: recording, entry: entry)
            }
        }
        return evaluation
    }

    private func mismatch(of contradiction: Contradiction) -> Finding {
        let isSent = contradiction.pointer.tokens.first == "request"
        let place = isSent ? endpoint.request?.pointer : endpoint.pointer(to: .responses)
        return Finding(
            RecordedRule.contradiction, "the recording contradicts itself: one of its members was edited",
            expected: .excerpt(contradiction.expected), found: .excerpt(contradiction.found),
            at: place ?? endpoint.pointer, data: contradiction.pointer)
    }

    /// A case's status and response shape apply to the last response; earlier responses may have led to a retry.
    private func mismatches(of exchange: HTTPExchange, isLast: Bool) -> [Finding] {
        guard let sender = sender(of: exchange) else {
            return .one(
                RecordedRule.request,
                "the request \(exchange.request.method) \(MessageText.excerpt(exchange.request.url)) does not belong to the endpoint",
                expected: MessageText(endpoint.uses.joined(separator: " or ")), at: endpoint.pointer, data: "/request")
        }
        return requestMismatches(of: exchange, sender).map { mismatch in
            var finding = mismatch.restated(as: RecordedRule.request)
            finding.data = "/request"
            return finding
        }
            + ResponseMatcher(
                endpoint: sender.endpoint, outcome: isLast ? outcome : nil, pointer: pointer,
                isShapedByBody: !endpoint.uses.isEmpty
            ) {
                values.value(of: $0, in: sender.arguments)
            }.mismatches(of: exchange.response, to: exchange.request.url)
    }

    /// Compares the requests of a composed call with the contract, because replay does not compare header fields.
    func sentMismatches(of exchanges: [HTTPExchange], standIns: [Secret]) -> [Finding] {
        let redaction = Redaction(secrets: standIns)
        return exchanges.indicesOfClientRequests.flatMap { index -> [Finding] in
            var sent = exchanges[index]
            sent.request = redaction.redacted(sent.request)
            guard let sender = sender(of: sent) else { return [] }
            return requestMismatches(of: sent, sender).map { difference in
                difference.restated(as: ClientRule.request) { text in
                    "the call sends a different request to '\(sender.endpoint.name)': \(text)"
                }
            }
        }.distinct
    }

    /// - Parameter isSentAtOnce: whether requests may have been concurrent, so that the exchanges have no order.
    package func mismatches(
        of result: CallSession.Result, from exchanges: [HTTPExchange], isSentAtOnce: Bool = true, _ models: [Model]
    ) -> [Finding] {
        let mismatches = endMismatches(of: result, from: exchanges)
        switch result {
        case .threw(let thrown):
            let readers =
                mismatches.contains { $0.rule == ClientRule.threw.id }
                ? self.readers(of: exchanges, models, contract.uses) : []
            // Null stands for an inner model that is absent.
            let refusing = readers.last { $0.model.rejects($0.values.filter { !$0.isNull }) }?.model.name
            let explained = mismatches.map { mismatch in
                refusing.map { name in mismatch.rephrased { "\($0); '\(name)' refuses its response" } } ?? mismatch
            }
            return explained + thrown.leaks(of: arguments.values, endpoint)
        case .returned(let returned) where mismatches.isEmpty:
            return returnedMismatches(returned, from: exchanges, isSentAtOnce: isSentAtOnce, models)
        case .returned, .hung: return mismatches
        }
    }

    /// Compares the error or the value in which a call ends with the contract.
    func endMismatches(of result: CallSession.Result, from exchanges: [HTTPExchange]) -> [Finding] {
        func filled(_ schema: ReturnsContract) -> EmbeddedSchema { self.schema(of: schema, from: exchanges) }
        switch (result, outcome.error?.filled(filled)) {
        case (.hung(let bound), _):
            return .one(
                ClientRule.hang, "the call does not finish", expected: "completion within \(bound)",
                found: "still running", at: pointer)
        case (.threw(let thrown), let error?):
            return error.mismatches(of: thrown, outcome.message, rules: (ClientRule.wrongError, ClientRule.message))
        case (.threw(let thrown), nil):
            return .one(
                ClientRule.threw, "the call throws \(thrown.title), but must return", expected: "a value",
                found: .excerpt(thrown.reason), at: outcome.returns?.pointer ?? pointer)
        case (.returned(let value), let error?):
            return .one(
                ClientRule.returned, "the call returns, but must throw \(error.title)",
                expected: "thrown: \(error.text)", found: .excerpt(value.json), at: error.pointer)
        case (.returned(let value), nil):
            guard let returns = outcome.returns else { return [] }
            return filled(returns).faults(of: value.json).map {
                Finding(
                    ClientRule.returns, "the result of the call differs\($0.placeText): \($0.message)",
                    expected: $0.expected, found: $0.found, at: returns.place(of: $0.pointer))
            }
        }
    }

    /// Whether another case of the same status ends in the same error, such as the one for an empty list.
    func isOfAnotherCase(_ call: FinishedCall) -> Bool {
        endpoint.cases.map(\.outcome).contains { other in
            var matcher = self
            matcher.outcome = other
            return other.error != nil && other.literalStatus == outcome.literalStatus
                && matcher.endMismatches(of: call.result, from: call.exchanges).isEmpty
        }
    }

    /// Returns the schema of the return value, filled in from the latest response that has the referenced values.
    private func schema(of returns: ReturnsContract, from exchanges: [HTTPExchange]) -> EmbeddedSchema {
        returns.schema { source in
            let value = exchanges.reversed().lazy.compactMap { exchange in
                let shape = sender(of: exchange)?.endpoint.shape(of: exchange.response)
                return source.value(in: exchange, shape)
            }.first
            // A location missing from the response corresponds to a nil result.
            return value?.meanings ?? [.null]
        }
    }

    /// Whether a bound model rejects a part of the responses, or `nil` if no models are made from them.
    func isRefused(_ exchanges: [HTTPExchange], by models: [Model]) -> Bool? {
        let readers = readers(of: exchanges, models, \.models)
        return readers.isEmpty ? nil : readers.contains { $0.model.rejects($0.values) }
    }

    /// Returns the bound models of the responses with the values that they read. Outer models precede inner ones.
    private func readers(
        of exchanges: [HTTPExchange], _ models: [Model], _ uses: (ResponseContract) -> [ResponseContract.ModelUse]
    ) -> [(model: Model, values: [JSON])] {
        let returned = ReturnedModels(contract: contract, models: models, outcome: outcome, pointer: pointer)
        return exchanges.flatMap { exchange in
            sender(of: exchange).map { returned.parts(of: exchange.response, $0.endpoint, uses) } ?? []
        }.map { ($0.model, $0.values.map(\.json)) }
    }

    /// Compares the returned instances with the models made from the exchanges. A later response to a request may
    /// replace an earlier one, and a 304 may repeat one.
    func returnedMismatches(
        _ returned: ReflectedResult, from exchanges: [HTTPExchange], isSentAtOnce: Bool = true, _ models: [Model]
    ) -> [Finding] {
        let matcher = ReturnedModels(
            contract: contract, models: models, outcome: outcome, pointer: pointer, isSentAtOnce: isSentAtOnce,
            cache: instanceCache)
        func mismatches(from exchanges: [HTTPExchange]) -> [Finding] {
            matcher.mismatches(
                of: returned,
                from: exchanges.compactMap { exchange in
                    sender(of: exchange).map { ($0.endpoint, exchange.response) }
                })
        }
        let found = mismatches(from: exchanges)
        if found.isEmpty { return [] }
        let others = [exchanges.latest, exchanges.confirmed].filter { $0 != exchanges }
        return others.contains { mismatches(from: $0).isEmpty } ? [] : found
    }

    func sender(of exchange: HTTPExchange) -> ArgumentExtraction.Sender? {
        if endpoint.request != nil { return (endpoint, arguments.asRecorded) }
        return contract.senders(of: endpoint).sender(of: exchange.request)
    }

    /// Compares the request of an exchange with the contract of its sender.
    private func requestMismatches(of exchange: HTTPExchange, _ sender: ArgumentExtraction.Sender) -> [Finding] {
        guard let request = sender.endpoint.request else { return [] }
        return RequestMatcher(request, of: sender.endpoint, in: contract, sender.arguments, values, isRecorded: true)
            .mismatches(of: exchange.request)
    }
}

extension [HTTPExchange] {
    /// The indices of the requests that the client made. Foundation creates the request after a redirect.
    var indicesOfClientRequests: [Int] { indices.filter { $0 == 0 || !self[$0 - 1].isRedirect } }

    /// The last exchange of each request, plus all exchanges answered by 304.
    fileprivate var latest: [HTTPExchange] {
        var later: Set<RequestKey> = []
        return reversed().filter { $0.response.status == 304 || later.insert(RequestKey($0.request)).inserted }
            .reversed()
    }

    /// The exchanges with each 304 replaced by the earlier response to the same request.
    fileprivate var confirmed: [HTTPExchange] {
        var known: [RequestKey: RecordedResponse] = [:]
        return map { exchange in
            var exchange = exchange
            let key = RequestKey(exchange.request)
            if exchange.response.status == 304, let earlier = known[key] { exchange.response = earlier }
            known[key] = exchange.response
            return exchange
        }
    }
}

extension HTTPExchange {
    func replacingBody(with body: JSON, _ shape: ResponseContract) -> HTTPExchange? {
        guard let bytes = shape.bytes(of: body) else { return nil }
        var changed = self
        changed.response.body = bytes
        changed.response.chunks = []
        if response.headers["Content-Length"] != nil { changed.response.headers["Content-Length"] = "\(bytes.count)" }
        return changed
    }

    var isRedirect: Bool { (300...399).contains(response.status) && response.headers["Location"] != nil }
}

extension Model {
    fileprivate func rejects(_ values: [JSON]) -> Bool { values.contains { acceptedInstance(from: $0) == nil } }
}
