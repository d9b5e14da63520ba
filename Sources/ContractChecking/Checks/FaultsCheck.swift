import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Runs a client call over a transport with a fault, and looks at the error it ends in.
///
/// The arguments are those of the endpoint's first case that ends in no error.
struct FaultsCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let endpoint: EndpointContract
    let fault: FaultContract
    let binding: Endpoint

    var pointer: JSONPointer { fault.pointer }

    init?(_ check: Check, _ endpoint: LoadedService.BoundEndpoint, in context: ServiceRun) {
        guard let fault = endpoint.contract.faults.first(where: { $0.name == check.part }), endpoint.binding.call != nil
        else { return nil }
        (self.context, self.check, self.fault) = (context, check, fault)
        (self.endpoint, binding) = (endpoint.contract, endpoint.binding)
    }

    /// The end of one call under the fault.
    private struct Outcome: Sendable {
        let result: CallSession.Result
        let exchanges: [HTTPExchange]
        /// The reason why the network below the fault gave no answer.
        let failure: TransportFailure?
    }

    func evaluation() async -> Evaluation {
        guard let kind = Fault(rawValue: fault.name) else { return .obstructed("there is no fault '\(fault.name)'") }
        do {
            let arguments = try context.values.resolve(testCase?.arguments ?? [], of: endpoint)
            if let sequence = sequence(of: kind) { return try await evaluation(of: sequence, kind, arguments) }
            let first = try await evaluation(of: kind, arguments, after: 0)
            guard first.findings.isEmpty, first.obstacle == nil, case .throwing(let error) = fault.outcome,
                !error.isUnknown, let pages = try context.requestsBeforeLastPage(in: recording ?? "")
            else { return first }
            // A call that fails on its first page must not keep quiet about a later one.
            return try await evaluation(of: kind, arguments, after: pages)
        } catch let error as CallArguments.MissingVariable {
            return .obstructed(error.description)
        } catch {
            return .obstructed("\(error)")
        }
    }

    /// Runs the call under a fault that each request meets after some that do not.
    private func evaluation(of kind: Fault, _ arguments: Arguments, after requests: Int) async throws -> Evaluation {
        if kind == .badElement { return try await badElements(arguments, after: requests) }
        let late = LateFault(after: requests)
        let outcome = try await run(arguments) { late.transport(FaultTransport(wrapping: $0, fault: kind), over: $0) }
        return evaluation(
            of: outcome, late.isMet ? mismatches(of: outcome, arguments, circumstance + late.words) : [])
    }

    /// The state of a fault that depends on the requests before.
    private func sequence(of kind: Fault) -> FaultSequence? {
        let senders = context.contract.senders(of: endpoint)
        let credentials = senders.flatMap(\.credentials)
        let refusal = FaultSequence.status(of: kind).flatMap { refused in
            refused == 304
                ? nil : senders.lazy.compactMap { context.knownAnswer(of: $0.name) { $0 == refused } }.first
        }
        return FaultSequence(kind, credentials: credentials, refusal: refusal)
    }

    /// Runs the call under a fault that depends on its requests; once more where it has not asked twice.
    private func evaluation(
        of sequence: FaultSequence, _ kind: Fault, _ arguments: Arguments
    ) async throws -> Evaluation {
        let outcome = try await run(
            arguments, leavingOut: FaultSequence.status(of: kind),
            again: { kind == .notModified && !sequence.isPlayed }
        ) { FaultTransport(wrapping: $0, fault: kind, sequence: sequence) }
        guard sequence.isPlayed else {
            let none = evaluation(of: outcome, [])
            return none.obstacle != nil ? none : .obstructed("no request of the call \(Self.subject(of: kind))")
        }
        if sequence.isEndless {
            return evaluation(
                of: outcome,
                [
                    Finding(
                        FaultsRule.hang, "\(circumstance) the call asks again and again", expected: expected,
                        found: "more than 50 refused requests", at: fault.pointer)
                ])
        }
        var mismatches = mismatches(of: outcome, arguments, circumstance)
        if mismatches.isEmpty, case .returned(let returned) = outcome.result, kind != .revokedToken {
            let exchanges = Array(outcome.exchanges.dropFirst(sequence.forgotten))
            mismatches = matcher(arguments).returnedMismatches(returned, from: exchanges, context.models)
        }
        // A call that ends as it should may ask in vain, except for a copy that it asks for in full.
        if let wrong = sequence.wrongValue, !mismatches.isEmpty || kind == .notModified {
            mismatches = [finding(of: wrong, in: outcome.exchanges)]
        }
        return evaluation(of: outcome, mismatches + misplacedSecrets(in: outcome.exchanges, arguments))
    }

    /// Findings about a secret argument of the call in the place of another one, such as the token in a refresh. The cases of
    /// the endpoint that a request is of say which one belongs there.
    private func misplacedSecrets(in exchanges: [HTTPExchange], _ arguments: Arguments) -> [Finding] {
        let own = endpoint.arguments.filter(\.isSecret)
        func owner(of value: JSON?) -> ArgumentContract? {
            value.flatMap { value in own.first { arguments.values[$0.name] == value } }
        }
        let findings = exchanges.compactMap(\.request.urlRequest).flatMap { request in
            context.contract.senders(of: endpoint).flatMap { sender -> [Finding] in
                let sent = ArgumentExtraction.arguments(of: request, endpoint: sender) ?? [:]
                return sender.arguments.filter(\.isSecret).compactMap { argument in
                    guard let found = owner(of: sent[argument.name]) else { return nil }
                    let due = values(of: argument, sender)
                    guard let right = due.compactMap(owner).first,
                        !due.compactMap(owner).contains(where: { $0.name == found.name })
                    else { return nil }
                    return Finding(
                        FaultsRule.wrongValue,
                        "\(circumstance) the call sends its '\(found.name)' as the '\(argument.name)' of '\(sender.name)'",
                        expected: "its '\(right.name)'", found: "its '\(found.name)'", at: fault.pointer)
                }
            }
        }
        return findings.first.map { [$0] } ?? []
    }

    /// The values that the cases of an endpoint give an argument.
    private func values(of argument: ArgumentContract, _ sender: EndpointContract) -> [JSON] {
        sender.cases.compactMap { testCase in
            do {
                return try context.values.resolve(testCase.arguments, of: sender).values[argument.name]
            } catch {
                return nil  // A case whose variable is not set says nothing.
            }
        }
    }

    /// The requests that a fault concerns, in words.
    private static func subject(of kind: Fault) -> String {
        switch kind {
        case .notModified: "repeats an earlier GET"
        case .staleCursor: "carries a cursor of an earlier answer"
        default: "carries a token"
        }
    }

    /// A finding that names the value that a request carries and the one that it should.
    private func finding(of wrong: FaultSequence.WrongValue, in exchanges: [HTTPExchange]) -> Finding {
        let senders = context.contract.senders(of: endpoint)
        return ValueFlows(of: exchanges, to: senders, context.contractSecrets).difference(
            wrong.found, wrong.expected ?? "", wrong.place.name,
            of: ValueFlows.Sender(of: wrong.request, among: senders).name,
            expected: wrong.expected == nil ? "a new value" : nil,
            entry: exchanges.lastIndex { $0.request == wrong.request } ?? .max, at: fault.pointer
        ).restated(as: FaultsRule.wrongValue) { "\(circumstance) \($0)" }
    }

    /// One bad element in each array of what comes, a call each, until one is wrong.
    private func badElements(_ arguments: Arguments, after requests: Int) async throws -> Evaluation {
        for array in 0..<FaultTransport.mostArrays {
            let places = Locked<[JSONPointer]>([])
            let late = LateFault(after: requests)
            let outcome = try await run(arguments) { base in
                late.transport(
                    FaultTransport(wrapping: base, badElementOfArray: array) { place in
                        places.withLock { $0.append(place) }
                    }, over: base)
            }
            guard let place = places.withLock({ $0.first }) else {
                if array > 0 || requests > 0 { return Evaluation(probes: max(array, 1)) }
                let none = evaluation(of: outcome, [])
                return none.obstacle != nil
                    ? none
                    : .obstructed("no body that came has an array with an element, among which a bad one could stand")
            }
            // A call may ignore a fault in an array that no model reads.
            let isRefused = matcher(arguments).isRefused(outcome.exchanges, by: context.models) ?? (array == 0)
            let array = place.tokens.isEmpty ? "the body" : "'\(place)'"
            let circumstance = "\(circumstance) in \(array)\(late.words)"
            var mismatches = mismatches(of: outcome, arguments, circumstance, mayReturn: !isRefused)
            if mismatches.isEmpty, case .returned(let returned) = outcome.result {
                // Only the bad element may be left out.
                mismatches = matcher(arguments).returnedMismatches(returned, from: outcome.exchanges, context.models)
                    .map { $0.restated(as: ClientRule.returns) { "\(circumstance), \($0)" } }
            }
            guard mismatches.isEmpty, outcome.failure == nil || context.mode == .replay else {
                return evaluation(of: outcome, mismatches)
            }
        }
        return Evaluation(probes: FaultTransport.mostArrays)
    }

    private func run(
        _ arguments: Arguments, leavingOut refused: Int? = nil, again isAskedAgain: () -> Bool = { false },
        _ wrap: (any Transport) -> any Transport
    ) async throws -> Outcome {
        let session = try context.session(
            over: recording ?? "", standIns: Array(arguments.standIns.values), leavingOut: refused, wrap)
        var result = await session.run(binding, arguments, models: context.models)
        if isAskedAgain() { result = await session.run(binding, arguments, models: context.models) }
        let exchanges = await session.exchanges
        context.secrets.learn(from: exchanges, of: endpoint, returned: result.returned)
        return Outcome(result: result, exchanges: exchanges, failure: await session.transportFailure)
    }

    private func evaluation(of outcome: Outcome, _ mismatches: [Finding]) -> Evaluation {
        // A binding that asks for the wrong arguments is reported by another check.
        if let fault = outcome.result.bindingFault { return .obstructed(fault.obstacle) }
        // A network failure is not the client's fault.
        if !mismatches.isEmpty, context.mode != .replay, let failure = outcome.failure {
            return .obstructed(context.obstacle(failure))
        }
        var evaluation = Evaluation(probes: 1)
        evaluation.add(mismatches)
        evaluation.adaptations = adaptation(to: outcome.result).map { [$0] } ?? []
        return evaluation
    }

    /// Says in the contract how the call ends, where that is not known yet.
    private func adaptation(to result: CallSession.Result) -> Adaptation? {
        guard case .throwing(let error) = fault.outcome, error.isUnknown else { return nil }
        switch result {
        case .hung: return nil
        case .returned:
            let isRecovery = Fault(rawValue: fault.name)?.allowsRecovery ?? false
            return Adaptation(
                kind: isRecovery ? .fault : .ignoredFault,
                edit: ContractEdit(.set(["returns": true]), at: fault.pointer),
                reason: "\(circumstance) the call returns")
        case .threw(let thrown):
            return Adaptation(
                kind: .fault, edit: ContractEdit(.set(.string(thrown.title)), at: fault.pointer),
                reason: "\(circumstance) the call throws \(thrown.title)")
        }
    }

    private func matcher(_ arguments: Arguments) -> ExchangeMatcher {
        let base = testCase?.outcome
        var (returns, error): (ReturnsContract?, ErrorContract?)
        switch fault.outcome {
        case .returning(let schema): returns = schema
        case .throwing(let meant): error = meant
        }
        return ExchangeMatcher(
            contract: context.contract, endpoint: endpoint,
            outcome: ContractFormat.Outcome(
                status: nil, response: base?.response, returns: returns, order: base?.order ?? .asReceived,
                error: error, message: nil),
            pointer: fault.pointer, arguments: arguments, values: context.values)
    }

    /// The case whose call meets the fault; the first one where each ends in an error.
    private var testCase: CaseContract? {
        endpoint.cases.first { $0.outcome.error == nil && !$0.isOfUnknownError } ?? endpoint.cases.first
    }

    /// The recording of the case; of an endpoint that has none, one of the requests that it uses.
    var recording: String? {
        if let testCase {
            return RecordingName.file(service: context.contract.service, endpoint: endpoint.name, case: testCase.name)
        }
        return context.contract.recordings.first { $0.endpoints.contains { endpoint.uses.contains($0.name) } }?.file
    }

    /// The differences between the end of a call and the one that the contract names.
    ///
    /// - Parameters:
    ///   - circumstance: the fault, in words.
    ///   - mayReturn: whether the call may return although the contract names an error.
    private func mismatches(
        of outcome: Outcome, _ arguments: Arguments, _ circumstance: String, mayReturn: Bool = false
    ) -> [Finding] {
        let matcher = matcher(arguments)
        if mayReturn, outcome.result.returned != nil, matcher.outcome.error != nil { return [] }
        let mismatches = matcher.endMismatches(of: outcome.result, from: outcome.exchanges)
        var leaks: [Finding] = []
        if case .threw(let thrown) = outcome.result { leaks = thrown.leaks(of: arguments, endpoint) }
        return leaks
            + mismatches.map { finding in
                let rule =
                    switch ClientRule(rawValue: finding.rule) {
                    case .hang: FaultsRule.hang
                    case .returned, .returns: FaultsRule.returned
                    default: FaultsRule.wrongError
                    }
                return finding.restated(as: rule) { "\(circumstance) \($0)" }
            }
    }

    private var circumstance: String { Fault(rawValue: fault.name)?.circumstance ?? "under '\(fault.name)'" }

    private var expected: MessageText {
        switch fault.outcome {
        case .throwing(let error): MessageText("thrown: \(error.text)")
        case .returning: "a value that the contract describes"
        }
    }
}

extension EndpointContract {
    /// The names of the headers that carry a credential.
    package var credentials: [String] {
        (request?.headers ?? []).filter { header in
            header.expectation.placeholders.contains { placeholder in
                if case .name(let name) = placeholder { argument(name)?.isSecret ?? false } else { true }
            }
        }.map(\.name)
    }
}

extension Fault {
    /// Whether a call may return after all: it signs in anew, keeps its copy, or starts again.
    fileprivate var allowsRecovery: Bool { [.expiredToken, .notModified, .staleCursor].contains(self) }
}

/// Lets some requests of a call through before a fault begins.
private struct LateFault: Sendable {
    private let requests: Int
    private let count = Locked(0)

    init(after requests: Int) { self.requests = requests }

    /// Whether a request met the fault.
    var isMet: Bool { requests == 0 || count.withLock { $0 > requests } }

    /// The first request that meets it, in words.
    var words: String { requests == 0 ? "" : " at request \(requests + 1)" }

    func transport(_ faulty: FaultTransport, over base: any Transport) -> any Transport {
        requests == 0 ? faulty : Gate(late: self, faulty: faulty, base: base)
    }

    private struct Gate: Transport {
        let late: LateFault
        let faulty: FaultTransport
        let base: any Transport

        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let number = late.count.withLock { count in
                count += 1
                return count
            }
            return try await (number > late.requests ? faulty : base).send(request)
        }
    }
}

/// The exchanges under a fault: a recording, and for a request that it does not match the next known answer of its endpoint.
///
/// A call that asks for page after page comes to an end, although its requests are wrong.
/// The request and client checks report wrong requests; a fault check asks only what the client makes of a fault.
struct FaultBase: Transport {
    typealias Known = @Sendable (URLRequest) -> (endpoint: String, answers: [RecordedResponse])?

    private let replay: ReplayTransport
    private let fallback: RecordedResponse?
    private let known: Known
    /// The number of requests to each endpoint that the recording does not match.
    private let misses = Locked<[String: Int]>([:])

    /// - Parameters:
    ///   - replay: plays the recording again and again.
    ///   - fallback: the answer where nothing better is known.
    ///   - known: the answers of the endpoint of a request.
    init(_ replay: ReplayTransport, fallback: RecordedResponse?, known: @escaping Known) {
        self.replay = replay
        self.fallback = fallback
        self.known = known
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        do {
            return try await replay.send(request)
        } catch let miss as ReplayMiss {
            guard let url = request.url, let answer = known(request).flatMap(next) ?? fallback,
                let response = answer.urlResponse(url: url)
            else { throw miss }
            return (Data(answer.body), response)
        }
    }

    /// The answer that follows the one before; the last again and again.
    private func next(of endpoint: String, among answers: [RecordedResponse]) -> RecordedResponse? {
        let index = misses.withLock { misses in
            defer { misses[endpoint, default: 0] += 1 }
            return misses[endpoint, default: 0]
        }
        return answers.isEmpty ? nil : answers[min(index, answers.count - 1)]
    }
}
