import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

package final class ServiceRun: Sendable {
    package let service: LoadedService
    package let contract: Contract
    package let settings: Plan.Settings
    package let resources: EvaluationResources
    package let secrets: RunSecrets
    var contractSecrets: ContractSecrets { secrets.contract }
    private let livePool: Locked<InstancePool>
    /// The live exchanges of each case, keyed by recording file.
    private let liveExchanges = Locked<[String: [HTTPExchange]]>([:])

    package init(
        service: LoadedService, contract: Contract, settings: Plan.Settings,
        _ resources: EvaluationResources = EvaluationResources()
    ) {
        self.service = service
        self.contract = contract
        self.settings = settings
        self.resources = resources
        livePool = Locked(InstancePool(of: contract))
        secrets = RunSecrets(of: contract, mode: settings.mode, environment: settings.environment)
        // Restore the exchanges of a worker process that crashed.
        for file in contract.recordings.map(\.file) {
            if let exchanges = resources.exchanged[file] { keep(exchanges, of: file) }
        }
    }

    var mode: Mode { settings.mode }

    var network: Network { resources.network }

    package var library: RecordingLibrary { service.library }

    var models: [Model] { service.models }

    package var values: CallArguments { CallArguments(mode: mode, environment: settings.environment) }

    /// Returns a session over recorded or changed exchanges.
    func replaySession(
        _ recording: Recording, standIns: [Secret], playback: ReplayTransport.Playback = .once,
        order: ReplyOrder? = nil, fallback: ReplayTransport.Fallback? = nil, deadline: Double = .infinity
    ) -> CallSession {
        let replay = replay(recording, standIns, playback, fallback: fallback)
        // A call that blocks its thread never looks idle; give up after 3 s.
        let bound = order == nil ? deadline : min(deadline, 3)
        return CallSession(base: replay, replay: replay, order: order, deadline: min(settings.deadline, bound))
    }

    func liveSession(of file: String) -> CallSession {
        CallSession(
            base: network.transport(of: file), deadline: settings.deadline, delay: network.delay,
            hasServer: settings.recording?.provider != .madeUp)
    }

    /// Returns a session with a fault. The fault wraps the recording in replay, and otherwise the case's live
    /// exchanges, to avoid further requests. It wraps the network only if there are none.
    ///
    /// - Parameter refused: the status that the fault produces; recorded responses with it are omitted.
    func faultySession(
        of file: String, standIns: [Secret], omittingStatus refused: Int? = nil,
        _ wrap: (any Transport) -> any Transport
    ) throws(SourceFault) -> CallSession {
        var base = network.transport
        if var recording = try exchanged(in: file) {
            recording.entries.removeAll { $0.response.status == refused }
            let last = recording.entries.last?.response
            base = replay(
                recording, standIns, .repeating, fallback: refused == nil ? { _ in last } : otherResponse(recording))
        }
        let below = RecordingTransport(wrapping: base)
        return CallSession(base: wrap(below), below: below, deadline: settings.deadline, delay: network.delay)
    }

    /// Returns the recording of a case in replay, or its live exchanges. Returns `nil` without live exchanges.
    private func exchanged(in file: String) throws(SourceFault) -> Recording? {
        if mode == .replay { return try library.recording(file).get().recording }
        return liveExchanges.withLock { $0[file] }.flatMap { $0.isEmpty ? nil : Recording(entries: $0) }
    }

    /// Returns the number of requests before the last page of a call, or `nil` if the call is not paged.
    ///
    /// Later pages may be of another endpoint than the first: they have a list of the same model, and their request a
    /// value of the response before. Requests of one endpoint with other paths are for items.
    func requestsBeforeLastPage(in file: String) throws(SourceFault) -> Int? {
        guard let exchanges = try exchanged(in: file)?.entries, let last = exchanges.last,
            let first = exchanges.first, let before = exchanges.dropLast().last
        else { return nil }
        let isOfPath = before.request.url.beforeQuery == last.request.url.beforeQuery
        let pages = ([first] + (isOfPath ? [before] : [])).map(\.request).filter {
            ($0.url, $0.body) != (last.request.url, last.request.body)
        }
        let isPaged =
            pages.contains { sender(of: $0) == sender(of: last.request) }
            || last.isContinuation(of: before) && !lists(in: last).isDisjoint(with: lists(in: first))
        return isPaged ? exchanges.count - 1 : nil
    }

    /// Returns the models of which a response has lists.
    private func lists(in exchange: HTTPExchange) -> Set<String> {
        let sender = ValueFlows.Sender(of: exchange.request, among: contract.endpoints).endpoint
        let uses = sender?.shape(of: exchange.response)?.models ?? []
        return Set(uses.filter { $0.list != nil }.map(\.model))
    }

    /// The known exchanges of the service: those of this run, then those of all recordings.
    private var knownExchanges: [HTTPExchange] {
        liveExchanges.withLock { live in live.keys.sorted().flatMap { live[$0] ?? [] } }
            + contract.recordings.flatMap { recording -> [HTTPExchange] in
                guard case .success(let loaded) = library.recording(recording.file) else { return [] }
                return loaded.recording.entries
            }
    }

    /// Returns a function that answers a request with the next successful response of its endpoint in the recording, or
    /// else of the service. So a call with wrong requests ends. Other checks report them.
    private func otherResponse(_ recording: Recording) -> ReplayTransport.Fallback {
        let counts = Locked<[String: Int]>([:])
        return { request in
            let endpoint = self.sender(of: RecordedRequest(request))
            let isMeant: (Int) -> Bool = { (200...299).contains($0) }
            let own = self.answers(of: endpoint, among: recording.entries, isMeant)
            let answers = own.isEmpty ? self.answers(of: endpoint, among: self.knownExchanges, isMeant) : own
            let index = counts.withLock { counts in
                counts[endpoint, default: -1] += 1
                return min(counts[endpoint, default: 0], answers.count - 1)
            }
            return index < 0 ? recording.entries.last?.response : answers[index]
        }
    }

    func knownAnswer(of endpoint: String, _ isMeant: (Int) -> Bool) -> RecordedResponse? {
        answers(of: endpoint, among: knownExchanges, isMeant).first
    }

    private func answers(
        of endpoint: String, among exchanges: [HTTPExchange], _ isMeant: (Int) -> Bool
    ) -> [RecordedResponse] {
        exchanges.filter { isMeant($0.response.status) && sender(of: $0.request) == endpoint }.map(\.response)
    }

    private func sender(of request: RecordedRequest) -> String {
        ValueFlows.Sender(of: request, among: contract.endpoints).name
    }

    private func replay(
        _ recording: Recording, _ standIns: [Secret], _ playback: ReplayTransport.Playback,
        fallback: ReplayTransport.Fallback? = nil
    ) -> ReplayTransport {
        ReplayTransport(
            recording, redaction: Redaction(secrets: standIns), playback: playback,
            meaning: { [contract] in contract.meaning(of: $0) }, fallback: fallback)
    }

    func senders(of file: String) -> [EndpointContract] {
        contract.recordings.first { $0.file == file }?.endpoints ?? []
    }

    func flows(of exchanges: [HTTPExchange], to endpoints: [EndpointContract]) -> ValueFlows {
        ValueFlows(of: exchanges, to: endpoints, contractSecrets)
    }

    /// Returns a matcher of an endpoint's calls with the outcome at a place of the contract.
    package func matcher(
        of endpoint: EndpointContract, _ outcome: Outcome, at pointer: JSONPointer, _ arguments: Arguments
    ) -> ExchangeMatcher {
        ExchangeMatcher(
            contract: contract, endpoint: endpoint, outcome: outcome, pointer: pointer, arguments: arguments,
            values: values)
    }

    func obstacle(_ failure: TransportFailure) -> String {
        guard !failure.isAnswered else { return failure.description }
        let wait = failure.isLate ? "--deadline waits longer, " : ""
        return
            "\(failure); is the service up? \(wait)--local starts the local provider, --origin FROM=TO sends requests elsewhere"
    }

    /// Learns the secrets of a live call, and returns those that its contract captures.
    package func learn(from call: FinishedCall, of endpoint: EndpointContract) -> [Secret] {
        secrets.learn(from: call.exchanges, of: endpoint, returned: call.result.returned)
        return call.exchanges.flatMap {
            contractSecrets.captured(from: $0, of: endpoint, returned: call.result.returned)
        }
    }

    /// Keeps exchanges for the fault checks of their endpoint, and their instances for the model checks.
    func keep(_ exchanges: [HTTPExchange], of file: String) {
        let senders = senders(of: file)
        liveExchanges.withLock { $0[file, default: []] += exchanges }
        livePool.withLock { pool in
            for exchange in exchanges { pool.add(exchange, of: senders, from: "\(file), ") }
        }
    }

    /// Returns the instances for probing a model: its examples, then those recorded or received live.
    package func instances(of model: ModelContract) -> [Instance] {
        let examples = model.examples.enumerated().map {
            Instance(name: "example \($0 + 1)", json: $1, isRecorded: false)
        }
        let others =
            mode == .replay
            ? service.recordedInstances.value[model.name] : livePool.withLock { $0.instances[model.name] }
        return examples + (others ?? [])
    }

    /// Writes exchanges that meet the contract and that `verify` will accept. Otherwise the recording stays unchanged.
    ///
    /// - Parameter rehearse: evaluates the new recording in replay.
    func record(
        _ exchanges: [HTTPExchange], to file: String, secrets: [Secret], isGood: Bool,
        into evaluation: inout Evaluation, at pointer: JSONPointer,
        rehearsing rehearse: (ServiceRun, LoadedRecording) async -> Evaluation
    ) async {
        guard let recorder = resources.recorder, let rules = settings.recording else { return }
        let url = library.folder.appendingPathComponent(file)
        let place = Place(file: SourceFile.displayPath(of: url))
        do {
            // A comparison also shows exchanges that break the contract.
            guard isGood || rules.comparesOnly else { return try await recorder.settle(file, writing: nil) }
            let endpoints = senders(of: file)
            let proposal = try await recorder.propose(
                RecordedCall(
                    exchanges: exchanges, file: file, secrets: secrets,
                    redaction: contractSecrets.redaction(secrets, of: endpoints), origin: contract.origin))
            let new = LoadedRecording(
                recording: try Recording(parsing: proposal.new, file: place.file),
                source: SourceFile(url: url, bytes: proposal.new))
            if isGood, !rules.comparesOnly, proposal.hidesSecrets,
                let refusal = await refusal(of: new, proposal.secretNames, at: pointer, rehearse)
            {
                evaluation.add(refusal, at: place)
                return try await recorder.settle(file, writing: nil)
            }
            for suspect in proposal.suspects {
                evaluation.add(
                    Finding(
                        RecordRule.suspicion,
                        rules.strictSecrets
                            ? "the recording was not written: it appears to contain \(suspect.kind)"
                            : "the recording appears to contain \(suspect.kind)", expected: suspect.remedy,
                        found: MessageText(suspect.text), at: pointer, about: [suspect.kind],
                        severity: rules.strictSecrets ? .error : .warning),
                    at: suspect.place)
            }
            let isKept = rules.strictSecrets && !proposal.suspects.isEmpty
            let effects = ModelEffects(service: service, endpoints: endpoints)
            try await recorder.settle(file, writing: isKept ? nil : try proposal.changes(by: effects))
        } catch {
            evaluation.add(
                Finding(RecordRule.refused, "the recording was not written: \(error)", at: pointer), at: place)
            do { try await recorder.settle(file, writing: nil) } catch { return }
        }
    }

    /// Returns a finding if `verify` would reject the recording after its secrets were redacted.
    private func refusal(
        of new: LoadedRecording, _ secretNames: [String], at pointer: JSONPointer,
        _ rehearse: (ServiceRun, LoadedRecording) async -> Evaluation
    ) async -> Finding? {
        let rehearsal = ServiceRun(service: service, contract: contract, settings: settings.replaying())
        let outcome = await rehearse(rehearsal, new)
        guard let first = outcome.findings.first(where: { $0.severity == .error }) else { return nil }
        return Finding(
            RecordRule.refused, "the recording was not written: 'contracts verify' would reject it: \(first.text)",
            expected: MessageText(
                "a recording that passes; if the value of a secret is also another argument, a part of the path or a "
                    + "word in the response, give the secret a unique value"),
            found: "\(secretNames.joined(separator: ", ")) outside its own argument", at: pointer)
    }
}

extension HTTPExchange {
    /// Whether the request has a value of an earlier response, such as a cursor or a link, that its request lacks.
    func isContinuation(of earlier: HTTPExchange) -> Bool {
        let new = request.newParts(after: earlier.request).map(\.text) + [request.url]
        return !Set(earlier.responseParts.map(\.text)).isDisjoint(with: new)
    }
}
