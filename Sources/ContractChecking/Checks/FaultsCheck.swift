import ContractFormat
import HTTPRecording
import JSONSchema

/// Runs a client call over a faulty transport, and checks the error it throws.
///
/// The arguments are those of the endpoint's first case that does not end in an error.
struct FaultsCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let endpoint: EndpointContract
    let fault: FaultContract
    private let kind: Fault
    let binding: Endpoint

    var pointer: JSONPointer { fault.pointer }

    init?(_ check: Check, _ endpoint: LoadedService.BoundEndpoint, in context: ServiceRun) {
        guard let fault = endpoint.contract.faults.first(where: { $0.name == check.part }),
            let kind = Fault(rawValue: fault.name), endpoint.binding.call != nil
        else { return nil }
        (self.context, self.check, self.fault, self.kind) = (context, check, fault, kind)
        (self.endpoint, binding) = (endpoint.contract, endpoint.binding)
    }

    func evaluation() async -> Evaluation {
        do {
            let arguments = try context.values.resolve(testCase?.arguments ?? [], of: endpoint)
            if let sequence { return try await evaluation(of: sequence, arguments) }
            let first = try await evaluation(arguments, after: 0)
            guard first.findings.isEmpty, first.obstacle == nil, let error = fault.outcome.error,
                !error.isUnknown, let pages = try context.requestsBeforeLastPage(in: recording ?? "")
            else { return first }
            // Also fail the last page: a call that reports a failed first page might swallow a later failure.
            return try await evaluation(arguments, after: pages)
        } catch {
            return .notEvaluated("\(error)")
        }
    }

    private func evaluation(_ arguments: Arguments, after requests: Int) async throws -> Evaluation {
        if kind == .badElement { return try await badElements(arguments, after: requests) }
        let headers = requiredHeaders(arguments)
        let outcome = try await run(arguments) {
            FaultTransport(wrapping: $0, fault: kind, sequence: nil, after: requests, headers: headers)
        }
        guard requests == 0 || outcome.attempts.count > requests else { return evaluation(of: outcome, []) }
        let circumstance = circumstance + Self.place(after: requests)
        let mismatches = mismatches(of: outcome, arguments, circumstance)
        if !mismatches.isEmpty { return evaluation(of: outcome, mismatches) }
        let repeats = RepeatedRequests(
            of: outcome, to: senders, at: fault.pointer, isFaulty: true)
        return evaluation(
            of: outcome,
            (repeats.findings + changedRepeats(in: outcome, arguments)).map { finding in
                finding.rephrased { "\(circumstance) \($0)" }
            })
    }

    /// Reports a retry that differs from the contract, although the first attempt met it.
    private func changedRepeats(in outcome: FinishedCall, _ arguments: Arguments) -> [Finding] {
        guard let request = endpoint.request, !kind.isRefusal else { return [] }
        let matcher = RequestMatcher(request, of: endpoint, in: context.contract, arguments.values)
        let found = outcome.ownAttempts.map { matcher.mismatches(of: $0.request) }
        guard found.first?.isEmpty ?? false, let changed = found.first(where: { !$0.isEmpty }) else { return [] }
        return changed.map { finding in finding.rephrased { "the call tries again with another request: \($0)" } }
    }

    /// Returns the header fields that the contract requires of responses with the fault's status, such as `Retry-After`.
    private func requiredHeaders(_ arguments: Arguments) -> HeaderFields {
        guard case .status(let status) = kind else { return [:] }
        let shapes = senders.compactMap { $0.response(status: status, variant: nil) }
        return shapes.flatMap(\.headers).filter { !$0.isOptional && $0.relations.isEmpty }.reduce(into: [:]) {
            $0[$1.name] = $1.sample { context.values.value(of: $0, in: arguments.values) }
        }
    }

    /// The state of a fault that depends on earlier requests, or `nil` for other faults.
    private var sequence: FaultSequence? {
        let refusal = FaultSequence.status(of: kind).flatMap { refused in
            refused == 304
                ? nil : senders.lazy.compactMap { context.knownAnswer(of: $0.name) { $0 == refused } }.first
        }
        return FaultSequence(kind, credentials: senders.flatMap(\.credentials), refusal: refusal)
    }

    /// Runs the call under a fault that depends on earlier requests. A call that must repeat a request is run twice.
    private func evaluation(of sequence: FaultSequence, _ arguments: Arguments) async throws -> Evaluation {
        let outcome = try await run(
            arguments, omittingStatus: FaultSequence.status(of: kind),
            repeatIf: { kind == .notModified && !sequence.isTriggered }
        ) { FaultTransport(wrapping: $0, fault: kind, sequence: sequence) }
        guard sequence.isTriggered else {
            let reason = "no request of the call \(requestDescription)"
            return .notEvaluated(outcome.result.bindingFault?.obstacle ?? reason)
        }
        if sequence.isEndless {
            return evaluation(
                of: outcome,
                .one(
                    FaultsRule.hang, "\(circumstance) the call retries endlessly", expected: expected,
                    found: "more than \(FaultSequence.maximumRefusals) refused requests", at: fault.pointer))
        }
        var mismatches = mismatches(of: outcome, arguments, circumstance)
        if mismatches.isEmpty, case .returned(let returned) = outcome.result, kind != .revokedToken {
            let exchanges = Array(outcome.exchanges.dropFirst(sequence.answersBeforeRestart))
            mismatches = matcher(arguments).returnedMismatches(returned, from: exchanges, context.models)
        }
        // If the call ends correctly, a wrong value is reported only for a cached copy that was requested in full.
        if let wrong = sequence.wrongValue, !mismatches.isEmpty || kind == .notModified {
            mismatches = [finding(of: wrong, in: outcome.exchanges)]
        }
        return evaluation(of: outcome, mismatches + misplacedSecrets(in: outcome.exchanges, arguments))
    }

    /// Reports a secret argument sent as another one, such as the access token in a refresh request. The cases of the
    /// request's endpoint define the correct argument.
    private func misplacedSecrets(in exchanges: [HTTPExchange], _ arguments: Arguments) -> [Finding] {
        let own = endpoint.arguments.filter(\.isSecret).map(\.name)
        func owner(of value: JSON) -> String? { own.first { arguments.values[$0] == value } }
        for request in exchanges.map(\.request) {
            for sender in senders {
                let sent = ArgumentExtraction.arguments(of: request, endpoint: sender) ?? [:]
                for argument in sender.arguments.filter(\.isSecret).map(\.name) {
                    let due = sender.cases.compactMap { value(of: argument, in: $0, sender).flatMap(owner) }
                    guard let found = sent[argument].flatMap(owner), let right = due.first, !due.contains(found) else {
                        continue
                    }
                    return .one(
                        FaultsRule.wrongValue,
                        "\(circumstance) the call sends its '\(found)' as the '\(argument)' of '\(sender.name)'",
                        expected: "its '\(right)'", found: "its '\(found)'", at: fault.pointer)
                }
            }
        }
        return []
    }

    private var senders: [EndpointContract] { context.contract.senders(of: endpoint) }

    private func value(of argument: String, in testCase: CaseContract, _ sender: EndpointContract) -> JSON? {
        do { return try context.values.resolve(testCase.arguments, of: sender).values[argument] } catch {
            return nil  // The case needs an unset variable, so its value is unknown.
        }
    }

    private var requestDescription: String {
        switch kind {
        case .notModified: "repeats an earlier GET"
        case .staleCursor: "contains a cursor from an earlier response"
        default: "carries a token"
        }
    }

    private func finding(of wrong: FaultSequence.WrongValue, in exchanges: [HTTPExchange]) -> Finding {
        context.flows(of: exchanges, to: senders).difference(
            wrong.found, wrong.expected ?? "", wrong.location.name,
            of: ValueFlows.Sender(of: wrong.request, among: senders).name,
            expected: wrong.expected == nil ? "a new value" : nil,
            entry: exchanges.lastIndex { $0.request == wrong.request } ?? .max, at: fault.pointer
        ).restated(as: FaultsRule.wrongValue) { "\(circumstance) \($0)" }
    }

    /// Runs the call once for each array and dictionary of the responses, with one bad element in it, until a run fails.
    private func badElements(_ arguments: Arguments, after requests: Int) async throws -> Evaluation {
        let uses = senders.flatMap(\.responses).flatMap(context.contract.uses)
        let collections = uses.filter { $0.at.tokens.last == "*" }.compactMap(\.at.parent)
        for index in 0..<FaultTransport.maximumCollections {
            let places = Locked<[JSONPointer]>([])
            let outcome = try await run(arguments) {
                FaultTransport(wrapping: $0, badElementOf: index, dictionaries: collections, after: requests) { place in
                    places.withLock { $0.append(place) }
                }
            }
            guard let place = places.withLock({ $0.first }) else {
                if index > 0 || requests > 0 { return Evaluation(probes: max(index, 1)) }
                let reason = "no response body has a non-empty array or dictionary of models to put a bad element into"
                return .notEvaluated(outcome.result.bindingFault?.obstacle ?? reason)
            }
            // A call may ignore a bad element in an array that no model reads.
            let isRefused = matcher(arguments).isRefused(outcome.exchanges, by: context.models) ?? (index == 0)
            let collection = place.tokens.isEmpty ? "the body" : "'\(place)'"
            let circumstance = "\(circumstance) in \(collection)\(Self.place(after: requests))"
            var mismatches = mismatches(of: outcome, arguments, circumstance, mayReturn: !isRefused)
            if mismatches.isEmpty, case .returned(let returned) = outcome.result {
                mismatches = matcher(arguments).returnedMismatches(returned, from: outcome.exchanges, context.models)
                    .map { $0.restated(as: ClientRule.returns) { "\(circumstance), \($0)" } }
            }
            guard mismatches.isEmpty, outcome.failure == nil || context.mode == .replay else {
                return evaluation(of: outcome, mismatches)
            }
        }
        return Evaluation(probes: FaultTransport.maximumCollections)
    }

    private func run(
        _ arguments: Arguments, omittingStatus refused: Int? = nil, repeatIf isAskedAgain: () -> Bool = { false },
        _ wrap: (any Transport) -> any Transport
    ) async throws -> FinishedCall {
        let session = try context.faultySession(
            of: recording ?? "", standIns: Array(arguments.standIns.values), omittingStatus: refused, wrap)
        var call = await session.run(binding, arguments, models: context.models)
        if isAskedAgain() {
            call = await session.run(binding, arguments, models: context.models).includingEarlier
        }
        context.secrets.learn(from: call.exchanges, of: endpoint, returned: call.result.returned)
        return call
    }

    private func evaluation(of outcome: FinishedCall, _ mismatches: [Finding]) -> Evaluation {
        // Another check reports a binding that reads wrong arguments.
        if let fault = outcome.result.bindingFault { return .notEvaluated(fault.obstacle) }
        // A network failure is not the client's fault.
        if !mismatches.isEmpty, context.mode != .replay, let failure = outcome.failure {
            return .notEvaluated(context.obstacle(failure))
        }
        return Evaluation(
            findings: mismatches, probes: 1, adaptations: [adaptation(to: outcome.result)].compactMap(\.self))
    }

    /// Returns an edit that declares the observed outcome, if the contract declares none.
    private func adaptation(to result: CallSession.Result) -> Adaptation? {
        guard fault.outcome.error?.isUnknown ?? false else { return nil }
        switch result {
        case .hung: return nil
        case .returned:
            return Adaptation(
                kind.allowsRecovery ? .fault : .ignoredFault, .set(["returns": true]), at: fault.pointer,
                reason: "\(circumstance) the call returns")
        case .threw(let thrown):
            return Adaptation(
                .fault, .set(.string(thrown.title)), at: fault.pointer,
                reason: "\(circumstance) the call throws \(thrown.title)")
        }
    }

    private func matcher(_ arguments: Arguments) -> ExchangeMatcher {
        var outcome = fault.outcome
        outcome.response = testCase?.outcome.response
        outcome.order = testCase?.outcome.order ?? .asReceived
        return context.matcher(of: endpoint, outcome, at: fault.pointer, arguments)
    }

    /// The case to run under the fault. If every case ends in an error, the first one.
    private var testCase: CaseContract? {
        endpoint.cases.first { $0.outcome.error == nil && !$0.isOfUnknownError } ?? endpoint.cases.first
    }

    /// The recording of the case. Without cases, a recording that contains a used endpoint.
    var recording: String? {
        if let testCase { return context.contract.file(of: testCase, endpoint) }
        return context.contract.recordings.first { $0.endpoints.contains { endpoint.uses.contains($0.name) } }?.file
    }

    /// - Parameter mayReturn: whether the call may return although the contract names an error.
    private func mismatches(
        of outcome: FinishedCall, _ arguments: Arguments, _ circumstance: String, mayReturn: Bool = false
    ) -> [Finding] {
        let matcher = matcher(arguments)
        if mayReturn, outcome.result.returned != nil, matcher.outcome.error != nil { return [] }
        let mismatches = matcher.endMismatches(of: outcome.result, from: outcome.exchanges).map { finding in
            let rule =
                switch ClientRule(rawValue: finding.rule) {
                case .hang: FaultsRule.hang
                case .returned, .returns: FaultsRule.returned
                default: FaultsRule.wrongError
                }
            return finding.restated(as: rule) { "\(circumstance) \($0)" }
        }
        guard case .threw(let thrown) = outcome.result else { return mismatches }
        return thrown.leaks(of: arguments.values, endpoint) + mismatches
    }

    private var circumstance: String { kind.circumstance }

    private static func place(after requests: Int) -> String { requests == 0 ? "" : " at request \(requests + 1)" }

    private var expected: MessageText {
        MessageText(fault.outcome.error.map { "thrown: \($0.text)" } ?? "a value that the contract describes")
    }
}

extension EndpointContract {
    package var credentials: [String] {
        (request?.headers ?? []).filter { $0.expectation.placeholders.contains(where: isSecret) }.map(\.name)
    }
}

extension HeaderContract {
    /// Returns a value that the contract accepts. It is short, as code may wait for so many seconds.
    fileprivate func sample(_ value: (Placeholder) -> JSON?) -> String? {
        switch expectation {
        case nil: return "1"
        case .value(let template): return template.filled(value)?.plainText
        case .schema(let schema):
            let others = SchemaSampler(prefersText: true).values(of: [schema.view])
            return (["1"] + others).first(where: schema.schema.accepts)?.plainText
        }
    }
}

extension Fault {
    /// Whether the call may recover and return: it signs in again, uses its copy, or starts over.
    fileprivate var allowsRecovery: Bool { [.expiredToken, .notModified, .staleCursor].contains(self) }

    /// Whether the service refuses the request itself, so that the call may send another one, with a new token.
    fileprivate var isRefusal: Bool {
        guard case .status(let status) = self else { return false }
        return 400..<500 ~= status && !RepeatedRequests.asksForRetry(status)
    }
}
