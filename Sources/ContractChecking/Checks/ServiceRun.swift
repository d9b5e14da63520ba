import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The state that the checks of one service share during a run.
package final class ServiceRun: Sendable {
    package let service: LoadedService
    package let contract: Contract
    package let settings: Plan.Settings
    package let resources: EvaluationResources
    /// The secrets that no report may show.
    let secrets: RunSecrets
    /// The contract's words about secrets, read when something is exchanged.
    var contractSecrets: ContractSecrets { secrets.contract }
    /// Remove from a request the parts that the contract describes by a schema, then the spelling of its values.
    private let abstractions: [ReplayTransport.Abstraction]
    private let livePool = Locked(InstancePool())
    /// The exchanges of cases with a server, by the recording that each would be.
    private let liveExchanges = Locked<[String: [HTTPExchange]]>([:])

    package init(
        service: LoadedService, contract: Contract, settings: Plan.Settings,
        _ resources: EvaluationResources = EvaluationResources()
    ) {
        self.service = service
        self.contract = contract
        self.settings = settings
        self.resources = resources
        secrets = RunSecrets(of: contract, mode: settings.mode, environment: settings.environment)
        let parts = DescribedParts(of: contract)
        abstractions = (parts.isEmpty ? [] : [parts.takenOut]) + [RequestMeaning(of: contract).of]
        // Exchanges of an earlier process that died do not come again.
        if resources.exchanged.isEmpty { return }
        for recording in contract.recordings {
            if let exchanges = resources.exchanged[recording.file] { pool(exchanges, of: recording.file) }
        }
    }

    var mode: Mode { settings.mode }

    var network: Network { resources.network }

    package var library: RecordingLibrary { service.library }

    var models: [Model] { service.models }

    var values: CallArguments { CallArguments(mode: mode, environment: settings.environment) }

    /// - Parameters:
    ///   - standIns: the stand-ins of secrets in the requests.
    ///   - variation: the change that a network makes to the replies.
    func replaySession(
        _ loaded: LoadedRecording, standIns: [Secret] = [], _ variation: ReplyVariation? = nil
    ) -> CallSession {
        let replay = replay(variation?.applied(to: loaded.recording) ?? loaded.recording, standIns, .once)
        guard case .replyOrder(let order)? = variation else {
            return CallSession(base: replay, replay: replay, deadline: settings.deadline)
        }
        // A call that blocks its thread never looks idle; give up after 3 s.
        return CallSession(base: replay, replay: replay, order: order, deadline: min(settings.deadline, 3))
    }

    /// A session over exchanges that were never recorded, such as a changed provider would give.
    ///
    /// - Parameter standIns: the stand-ins of secrets in the requests.
    func session(over changed: Recording, standIns: [Secret], deadline: Double) -> CallSession {
        let replay = replay(changed, standIns, .repeating)
        return CallSession(base: replay, replay: replay, deadline: deadline)
    }

    /// - Parameter file: the recording of the case or scenario.
    func liveSession(of file: String) -> CallSession {
        CallSession(base: network.transport(of: file), deadline: settings.deadline, delay: network.delay)
    }

    /// A session over a transport with a fault: around the recording in replay, else around the server's answers to
    /// the case, and around the network only without these. A server is not asked once more for each fault.
    ///
    /// - Parameters:
    ///   - file: the recording of the case.
    ///   - standIns: the stand-ins of secrets in the requests.
    ///   - refused: the status of answers that the fault gives itself, so that recorded ones are left out.
    ///   - wrap: puts the fault around the transport.
    func session(
        over file: String, standIns: [Secret], leavingOut refused: Int? = nil,
        _ wrap: (any Transport) -> any Transport
    ) throws(ContractFault) -> CallSession {
        var base = network.transport
        if var recording = try exchanged(in: file) {
            recording.entries.removeAll { $0.response.status == refused }
            base = FaultBase(
                replay(recording, standIns, .repeating), fallback: recording.entries.last?.response
            ) { [recording] in refused == nil ? nil : self.successes(of: $0, in: recording) }
        }
        let below = RecordingTransport(wrapping: base)
        return CallSession(base: wrap(below), below: below, deadline: settings.deadline, delay: network.delay)
    }

    /// The recording of a case in replay, else what the server gave to it; `nil` where it gave nothing.
    private func exchanged(in file: String) throws(ContractFault) -> Recording? {
        if mode == .replay { return try library.recording(file).get().recording }
        return liveExchanges.withLock { $0[file] }.flatMap { $0.isEmpty ? nil : Recording(entries: $0) }
    }

    /// The number of requests before the last page of a call: another request to the endpoint of the first one.
    func requestsBeforeLastPage(in file: String) throws(ContractFault) -> Int? {
        guard let entries = try exchanged(in: file)?.entries, let first = entries.first?.request,
            let last = entries.last?.request, (first.url, first.body) != (last.url, last.body),
            sender(of: first) == sender(of: last)
        else { return nil }
        return entries.count - 1
    }

    /// The known exchanges of the service: those of this run, then those of all recordings.
    private var knownExchanges: [HTTPExchange] {
        liveExchanges.withLock { live in live.keys.sorted().flatMap { live[$0] ?? [] } }
            + contract.recordings.flatMap { recording -> [HTTPExchange] in
                guard case .success(let loaded) = library.recording(recording.file) else { return [] }
                return loaded.recording.entries
            }
    }

    /// The endpoint that a request belongs to, and its answers of success in a recording; those of the service where it has
    /// none there.
    private func successes(
        of request: URLRequest, in recording: Recording
    ) -> (endpoint: String, answers: [RecordedResponse]) {
        let endpoint = sender(of: RecordedRequest(request))
        let isMeant: (Int) -> Bool = { (200...299).contains($0) }
        let own = answers(of: endpoint, among: recording.entries, isMeant)
        return (endpoint, own.isEmpty ? answers(of: endpoint, among: knownExchanges, isMeant) : own)
    }

    /// A known answer of an endpoint with such a status.
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
        _ recording: Recording, _ standIns: [Secret], _ playback: ReplayTransport.Playback
    ) -> ReplayTransport {
        ReplayTransport(
            recording, redaction: Redaction(secrets: standIns), playback: playback, abstractions: abstractions)
    }

    /// The endpoints whose requests a recording may hold.
    func senders(of file: String) -> [EndpointContract] {
        contract.recordings.first { $0.file == file }?.endpoints ?? []
    }

    /// The reason why a call could not be evaluated: the network's failure, and a remedy where nothing answers.
    func obstacle(_ failure: TransportFailure) -> String {
        guard !failure.isAnswered else { return failure.description }
        let wait = failure.isLate ? "--deadline waits longer, " : ""
        return
            "\(failure); is the service up? \(wait)--local starts the local provider, --origin FROM=TO sends requests elsewhere"
    }

    /// Keeps exchanges of a case or scenario for the faults of its endpoint, and their instances for the model checks,
    /// which run last.
    func pool(_ exchanges: [HTTPExchange], of file: String) {
        liveExchanges.withLock { $0[file, default: []] += exchanges }
        livePool.withLock { pool in
            for exchange in exchanges { pool.add(exchange, of: senders(of: file), from: "\(file), ") }
        }
    }

    /// The good instances a model is probed with: its examples, then what was recorded or came from the server.
    package func instances(of model: ModelContract) -> [Instance] {
        let examples = model.examples.enumerated().map {
            Instance(name: "example \($0 + 1)", json: $1, isRecorded: false)
        }
        let others =
            mode == .replay
            ? service.recordedInstances.value[model.name] : livePool.withLock { $0.instances[model.name] }
        return examples + (others ?? [])
    }

    /// Writes exchanges that met their contract and that `verify` will accept; anything else leaves the recording as
    /// it was.
    ///
    /// - Parameter rehearse: evaluates the recording as it will be in replay.
    func record(
        _ exchanges: [HTTPExchange], to file: String, secrets: [Secret], isGood: Bool,
        into evaluation: inout Evaluation, at pointer: JSONPointer,
        rehearsing rehearse: (ServiceRun, LoadedRecording) async -> Evaluation
    ) async {
        guard let recorder = resources.recorder, let rules = settings.recording else { return }
        let path = SourceFile.displayPath(of: library.folder.appendingPathComponent(file))
        do {
            // A comparison shows just the exchanges that break the contract.
            guard isGood || rules.comparesOnly else { return try await recorder.settle(file, .keep) }
            let endpoints = senders(of: file)
            let proposal = try await recorder.propose(
                RecordedCall(
                    exchanges: exchanges, file: file, secrets: secrets,
                    redaction: contractSecrets.redaction(secrets, of: endpoints), origin: contract.origin))
            let new = try Recording(parsing: proposal.new, file: path)
            if isGood, !rules.comparesOnly, proposal.hidesSecrets,
                let refusal = await refusal(of: new, proposal, to: file, at: pointer, rehearse)
            {
                try await recorder.settle(file, .keep)
                return evaluation.add(refusal, at: Place(file: path))
            }
            for suspect in proposal.suspects {
                evaluation.add(
                    Finding(
                        RecordRule.suspicion,
                        rules.strictSecrets
                            ? "the recording was not written: it would hold what looks like \(suspect.kind)"
                            : "the recording holds what looks like \(suspect.kind)",
                        expected: suspect.remedy,
                        found: MessageText(suspect.text), at: pointer, about: [suspect.kind],
                        severity: rules.strictSecrets ? .error : .warning),
                    at: suspect.place)
            }
            if rules.strictSecrets, !proposal.suspects.isEmpty { return try await recorder.settle(file, .keep) }
            let effects = ModelEffects(service: service, endpoints: endpoints)
            try await recorder.settle(file, .write(try proposal.changes(by: effects)))
        } catch {
            evaluation.add(
                Finding(RecordRule.refused, "the recording was not written: \(error)", at: pointer),
                at: Place(file: path))
            do { try await recorder.settle(file, .keep) } catch { return }
        }
    }

    /// A finding where `verify` would refuse a recording from which secrets were taken.
    private func refusal(
        of new: Recording, _ proposal: RecordingProposal, to file: String, at pointer: JSONPointer,
        _ rehearse: (ServiceRun, LoadedRecording) async -> Evaluation
    ) async -> Finding? {
        let url = library.folder.appendingPathComponent(file)
        let loaded = LoadedRecording(recording: new, source: SourceFile(url: url, bytes: proposal.new))
        let rehearsal = ServiceRun(service: service, contract: contract, settings: settings.replaying())
        let outcome = await rehearse(rehearsal, loaded)
        guard let first = outcome.findings.first(where: { $0.severity == .error }) else { return nil }
        return Finding(
            RecordRule.refused, "the recording was not written: 'contracts verify' would refuse it: \(first.text)",
            expected: MessageText(
                "a recording that passes; where the value of a secret also is another argument, a part of the path or a "
                    + "word of the answer, give the secret a value that nothing else has"),
            found: "\(proposal.secretNames.joined(separator: ", ")) in other places than its own", at: pointer)
    }
}
