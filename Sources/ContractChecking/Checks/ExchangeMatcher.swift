import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Compares the requests and responses of a case or step with the contract.
package struct ExchangeMatcher {
    let contract: Contract
    let endpoint: EndpointContract
    private(set) var outcome: Outcome
    let pointer: JSONPointer
    let arguments: Arguments
    let values: CallArguments
    private let instanceCache = InstanceCache()

    package init(
        contract: Contract, endpoint: EndpointContract, outcome: Outcome, pointer: JSONPointer, arguments: Arguments,
        values: CallArguments
    ) {
        self.contract = contract
        self.endpoint = endpoint
        self.outcome = outcome
        self.pointer = pointer
        self.arguments = arguments
        self.values = values
    }

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
            }.match(exchange.response, to: exchange.request.url).mismatches
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
        case .threw(let thrown): return mismatches + thrown.leaks(of: arguments, endpoint)
        case .returned(let returned) where mismatches.isEmpty:
            return returnedMismatches(returned, from: exchanges, isSentAtOnce: isSentAtOnce, models)
        case .returned, .hung: return mismatches
        }
    }

    func endMismatches(of result: CallSession.Result, from exchanges: [HTTPExchange]) -> [Finding] {
        func filled(_ schema: ReturnsContract) -> EmbeddedSchema { self.schema(of: schema, from: exchanges) }
        return ClientMatcher(
            outcome: outcome, returns: outcome.returns.map(filled), error: outcome.error?.filled(filled),
            pointer: pointer
        ).mismatches(of: result)
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
        let returned = ReturnedModels(contract: contract, models: models, outcome: outcome, pointer: pointer)
        let parts = exchanges.flatMap { exchange in
            sender(of: exchange).map { returned.parts(of: exchange.response, $0.endpoint) } ?? []
        }
        return parts.isEmpty
            ? nil
            : parts.contains { part in part.values.contains { part.model.acceptedInstance(from: $0.json) == nil } }
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

    var inAnyOrder: ExchangeMatcher {
        var matcher = self
        matcher.outcome.order = .any
        return matcher
    }

    /// Replaces the elements of each model list, if the contract allows the result. Returns `nil` if no list changes.
    func changingLists(
        of exchanges: [HTTPExchange], _ change: (ModelContract?, [JSON]) -> [JSON]
    ) -> [HTTPExchange]? {
        var isChanged = false
        let changed = exchanges.map { exchange -> HTTPExchange in
            guard let shape = sender(of: exchange)?.endpoint.shape(of: exchange.response, named: outcome.response),
                case .json(let schema) = shape.body,
                case .json(var body, _) = ResponseBody.read(exchange.response.body, as: shape)
            else { return exchange }
            let usual = body
            for use in shape.models + contract.nestedModels(of: shape)
            where use.at.tokens.last == "*" && use.tags.isEmpty {
                // Lists within a list that was made longer would multiply its elements.
                for (place, _) in JSONPointer(tokens: use.at.tokens.dropLast()).matches(in: usual) {
                    guard let elements = body[pointer: place]?.arrayValue, elements.count > 1,
                        elements.first != elements.last
                    else { continue }
                    let candidate = body.replacing(place, with: .array(change(contract.model(use.model), elements)))
                    if schema.schema.accepts(candidate) { body = candidate }
                }
            }
            guard body != usual, let other = exchange.replacingBody(with: body, shape) else { return exchange }
            isChanged = true
            return other
        }
        return isChanged ? changed : nil
    }

    /// Returns exchanges whose last response has only required members, or `nil` if nothing changes.
    func withoutOptionalMembers(_ exchanges: [HTTPExchange]) -> [HTTPExchange]? {
        guard let last = exchanges.last,
            let shape = sender(of: last)?.endpoint.shape(of: last.response, named: outcome.response),
            case .json(let schema) = shape.body,
            case .json(let body, _) = ResponseBody.read(last.response.body, as: shape)
        else { return nil }
        let short = body.withoutOptional(body.memberPlaces, where: schema.schema.accepts)
        guard short != body, let shorter = last.replacingBody(with: short, shape) else { return nil }
        return exchanges.dropLast() + [shorter]
    }

    /// Returns valid exchanges whose last response has another value at a place that the result refers to.
    func changingReferences(of exchanges: [HTTPExchange]) -> [(what: MessageText, exchanges: [HTTPExchange])] {
        guard let last = exchanges.last, let endpoint = sender(of: last)?.endpoint,
            let shape = endpoint.shape(of: last.response, named: outcome.response)
        else { return [] }
        let sources = (outcome.returns?.sources ?? []) + (outcome.error?.sources ?? [])
        let changed = sources.distinct.flatMap { source -> [(MessageText, HTTPExchange?)] in
            switch source {
            case .body(let pointer):
                guard case .json(let body, _) = ResponseBody.read(last.response.body, as: shape),
                    let value = body[pointer: pointer]
                else { return [] }
                let changed = value.otherValues.map {
                    (
                        "'\(pointer)' of the response is \(MessageText.excerpt($0))" as MessageText,
                        last.replacingBody(with: body.replacing(pointer, with: $0), shape)
                    )
                }
                // A result may be a whole list; an error reports one problem of several.
                guard outcome.error?.sources.contains(source) ?? false,
                    let (list, longer) = body.lengthening(after: pointer)
                else { return changed }
                return changed + [
                    ("'\(list)' of the response has another element", last.replacingBody(with: longer, shape))
                ]
            case .header(let name):
                guard let text = last.response.headers[name], let number = JSONNumber(text: text) else { return [] }
                return JSON.number(number).otherValues.map {
                    var other = last
                    other.response.headers[name] = $0.plainText
                    return ("the header '\(name)' is \($0.plainText)", other)
                }
            case .cookie, .link: return []
            }
        }
        return changed.compactMap { what, other in other.map { (what, exchanges.dropLast() + [$0]) } }
            .filter { mismatches(of: $0.exchanges).isEmpty }
    }

    func sender(of exchange: HTTPExchange) -> ArgumentExtraction.Sender? {
        if endpoint.request != nil { return (endpoint, arguments.asRecorded) }
        return contract.senders(of: endpoint).sender(of: exchange.request)
    }

    /// Compares the request of an exchange with the contract of its sender.
    private func requestMismatches(of exchange: HTTPExchange, _ sender: ArgumentExtraction.Sender) -> [Finding] {
        guard let request = sender.endpoint.request else { return [] }
        return RequestMatcher(
            contract: request, of: sender.endpoint, origin: contract.origin(of: sender.endpoint), isRecorded: true
        ) {
            values.value(of: $0, in: sender.arguments)
        }.mismatches(of: exchange.request)
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

extension JSON {
    /// Values that a client must pass on like this one: other numbers, and a long form of prose.
    fileprivate var otherValues: [JSON] {
        switch self {
        case .number(let number): [0] + (number.intValue?.thousandfold.map { [.number(JSONNumber($0))] } ?? [])
        case .string(let text): text.isProse ? [.string(String(repeating: text + " ", count: 20) + text)] : []
        case .null, .bool, .array, .object: []
        }
    }

    /// Appends an element that differs at a pointer to the list whose last element the pointer passes.
    fileprivate func lengthening(after pointer: JSONPointer) -> (list: JSONPointer, json: JSON)? {
        let tokens = pointer.tokens
        let found = tokens.indices.lazy.map { JSONPointer(tokens: Array(tokens[..<$0])) }.first { list in
            self[pointer: list]?.arrayValue.map { "\($0.count - 1)" == tokens[list.tokens.count] } ?? false
        }
        guard let found, let elements = self[pointer: found]?.arrayValue, let last = elements.last else { return nil }
        let place = JSONPointer(tokens: Array(tokens.dropFirst(found.tokens.count + 1)))
        let other: JSON? =
            switch last[pointer: place] {
            case .string(let text): .string(text.withOtherLastDigit ?? "\(text)x")
            case .number(let number): number.intValue.map { JSON.number(JSONNumber($0 ^ 1)) }
            default: nil
            }
        return other.map { (found, replacing(found, with: .array(elements + [last.replacing(place, with: $0)]))) }
    }
}

extension Int {
    fileprivate var thousandfold: Int? {
        let (product, overflows) = multipliedReportingOverflow(by: 1000)
        return overflows ? nil : product
    }
}

extension String {
    /// Whether the text has several words and no digit, so that nothing but a person reads it.
    fileprivate var isProse: Bool {
        contains(" ") && allSatisfy { $0.isLetter || " .,!?'’-".contains($0) }
    }
}

extension JSON {
    /// Returns the value without the members at the places, or with null there, as far as it stays valid.
    func withoutOptional(_ places: [JSONPointer], where accepts: (JSON) -> Bool) -> JSON {
        places.reduce(self) { json, place in
            [json.removing(place), json.replacing(place, with: .null)].compactMap(\.self).first(where: accepts) ?? json
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

/// Compares the outcome of a client call with the contract.
struct ClientMatcher {
    let outcome: Outcome
    /// The expected return value and error, filled in with values from the response.
    let returns: EmbeddedSchema?, error: ErrorContract?
    let pointer: JSONPointer

    func mismatches(of result: CallSession.Result) -> [Finding] {
        switch (result, error) {
        case (.hung(let bound), _):
            return .one(
                ClientRule.hang, "the call does not finish", expected: "completion within \(bound.text)",
                found: "still running", at: pointer)
        case (.threw(let thrown), let error?):
            return ThrownErrorMatcher(error: error, message: outcome.message)
                .mismatches(of: thrown, rules: (ClientRule.wrongError, ClientRule.message))
        case (.threw(let thrown), nil):
            return .one(
                ClientRule.threw, "the call throws \(thrown.title), but must return", expected: "a value",
                found: .excerpt(thrown.reason), at: outcome.returns?.pointer ?? pointer)
        case (.returned(let value), let error?):
            return .one(
                ClientRule.returned, "the call returns, but must throw \(error.title)",
                expected: "thrown: \(error.text)", found: .excerpt(value.json), at: error.pointer)
        case (.returned(let value), nil):
            guard let schema = returns else { return [] }
            return schema.faults(of: value.json).map {
                Finding(
                    ClientRule.returns, "the result of the call differs\($0.placeText): \($0.message)",
                    expected: $0.expected, found: $0.found,
                    at: outcome.returns?.place(of: $0.pointer) ?? pointer)
            }
        }
    }
}
