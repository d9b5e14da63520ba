import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The state that the checks of one service share during a run.
final class ServiceRun: Sendable {
    let service: LoadedService
    let contract: Contract
    let settings: Plan.Settings
    let resources: EvaluationResources
    /// The secrets that no report may tell.
    let secrets: RunSecrets
    /// The contract's words about secrets, read when something is exchanged.
    var contractSecrets: ContractSecrets { secrets.contract }
    /// Take out of a request what the contract describes by a schema, then how its values are spelled.
    private let abstractions: [ReplayTransport.Abstraction]
    private let livePool = Locked(InstancePool())
    /// The exchanges of cases with a server, by the recording that each would be.
    private let liveExchanges = Locked<[String: [HTTPExchange]]>([:])

    init(
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
        for call in resources.monitor?.pooled ?? [] where call.service == service.name { add(call) }
    }

    var mode: Mode { settings.mode }

    var network: Network { resources.network }

    var library: RecordingLibrary { service.library }

    var models: [Model] { service.models }

    var values: CallArguments { CallArguments(mode: mode, environment: settings.environment) }

    /// - Parameters:
    ///   - standIns: the stand-ins of secrets in the requests.
    ///   - variation: the change that a network makes to the replies.
    func replaySession(
        _ loaded: LoadedRecording, standIns: [Secret] = [], _ variation: ReplyVariation? = nil
    ) -> CallSession {
        let replay = replay(loaded, standIns, .once)
        let observer = ErrorObserver(wrapping: variation?.base(over: replay) ?? replay)
        guard case .replyOrder(let order)? = variation else {
            return CallSession(base: observer, observer: observer, replay: replay, deadline: settings.deadline)
        }
        // A call that blocks its thread never looks idle; give up after 3 s.
        return CallSession(
            base: observer, observer: observer, replay: replay, order: order, deadline: min(settings.deadline, 3))
    }

    /// A session over exchanges that were never recorded, such as a changed provider would give.
    ///
    /// - Parameter standIns: the stand-ins of secrets in the requests.
    func session(over changed: Recording, standIns: [Secret], deadline: Double) -> CallSession {
        let replay = ReplayTransport(
            changed, redaction: Redaction(secrets: standIns), playback: .repeating, abstractions: abstractions)
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
                ReplayTransport(
                    recording, redaction: Redaction(secrets: standIns), playback: .repeating,
                    abstractions: abstractions),
                fallback: recording.entries.last?.response
            ) { refused == nil ? nil : self.success(of: $0) }
        }
        let observer = ErrorObserver(wrapping: base)
        return CallSession(
            base: wrap(observer), observer: observer, deadline: settings.deadline, delay: network.delay)
    }

    /// The recording of a case in replay, else what the server gave to it; `nil` where it gave nothing.
    private func exchanged(in file: String) throws(ContractFault) -> Recording? {
        if mode == .replay { return try library.recording(file).get().recording }
        return liveExchanges.withLock { $0[file] }.flatMap { $0.isEmpty ? nil : Recording(entries: $0) }
    }

    /// The known exchanges of the service: those of this run, then those of all recordings.
    private var knownExchanges: [HTTPExchange] {
        liveExchanges.withLock { live in live.keys.sorted().flatMap { live[$0] ?? [] } }
            + contract.recordings.flatMap { recording -> [HTTPExchange] in
                guard case .success(let loaded) = library.recording(recording.file) else { return [] }
                return loaded.recording.entries
            }
    }

    /// A known answer of success of the endpoint that a request belongs to.
    private func success(of request: URLRequest) -> RecordedResponse? {
        knownAnswer(of: ValueFlows.Sender(of: RecordedRequest(request), among: contract.endpoints).name) {
            (200...299).contains($0)
        }
    }

    /// A known answer of an endpoint with such a status.
    func knownAnswer(of endpoint: String, _ isMeant: (Int) -> Bool) -> RecordedResponse? {
        knownExchanges.first { exchange in
            isMeant(exchange.response.status)
                && ValueFlows.Sender(of: exchange.request, among: contract.endpoints).name == endpoint
        }?.response
    }

    private func replay(
        _ loaded: LoadedRecording, _ standIns: [Secret], _ playback: ReplayTransport.Playback
    ) -> ReplayTransport {
        ReplayTransport(
            loaded.recording, redaction: Redaction(secrets: standIns), playback: playback, abstractions: abstractions)
    }

    /// Why a call exchanged nothing, where that says nothing of the client; `nil` where it does.
    func obstacle(of session: CallSession, _ result: CallSession.Result, _ binding: Endpoint) -> String? {
        if let failure = session.transportFailure { return obstacle(failure) }
        guard binding.call == nil, case .hung(let seconds) = result else { return nil }
        return "the service gave no answer within \(Int(seconds)) s; --deadline waits longer"
    }

    /// Why a call could not be evaluated: what the network gave, and what helps where nothing answers.
    func obstacle(_ failure: TransportFailure) -> String {
        guard !failure.isAnswered else { return failure.description }
        return
            "\(failure); is the service up? --local starts the local provider, --origin FROM=TO sends requests elsewhere"
    }

    /// Keeps what was exchanged for the faults of the endpoint, and the models' instances of it for the model checks,
    /// which
    /// run last.
    func pool(_ exchanges: [HTTPExchange], of endpoint: EndpointContract, from name: String, file: String? = nil) {
        let call = PooledCall(
            service: service.name, endpoint: endpoint.name, name: name, file: file, exchanges: exchanges)
        add(call)
        resources.monitor?.pool(call)
    }

    private func add(_ call: PooledCall) {
        guard let endpoint = contract.endpoints.first(where: { $0.name == call.endpoint }) else { return }
        let senders = contract.senders(of: endpoint)
        if let file = call.file { liveExchanges.withLock { $0[file] = call.exchanges } }
        livePool.withLock { pool in
            for exchange in call.exchanges { pool.add(exchange, of: senders, from: "\(call.name), ") }
        }
    }

    /// The good instances a model is probed with: its examples, then what was recorded or came from the server.
    func instances(of model: ModelContract) -> [Instance] {
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
            let endpoints = contract.recordings.first { $0.file == file }?.endpoints ?? []
            let proposal = try await recorder.propose(
                RecordedCall(
                    exchanges: exchanges, file: file, secrets: secrets,
                    redaction: contractSecrets.redaction(secrets, of: endpoints), origin: contract.origin))
            let new = try Recording(parsing: proposal.new, file: path)
            if isGood, !rules.comparesOnly, proposal.hidesSecrets,
                let refusal = await refusal(of: new, proposal, to: file, rehearse)
            {
                try await recorder.settle(file, .keep)
                return evaluation.add(refusal.at(pointer), at: Place(file: path))
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

    /// Why `verify` would refuse a recording from which secrets were taken; `nil` where it accepts it.
    private func refusal(
        of new: Recording, _ proposal: RecordingProposal, to file: String,
        _ rehearse: (ServiceRun, LoadedRecording) async -> Evaluation
    ) async -> Refusal? {
        let url = library.folder.appendingPathComponent(file)
        let loaded = LoadedRecording(recording: new, source: SourceFile(url: url, bytes: proposal.new))
        let rehearsal = ServiceRun(service: service, contract: contract, settings: settings.replaying())
        let outcome = await rehearse(rehearsal, loaded)
        guard let first = outcome.findings.first(where: { $0.severity == .error }) else { return nil }
        return Refusal(reason: first.text, secrets: proposal.secretNames)
    }

    private struct Refusal {
        let reason: MessageText
        let secrets: [String]

        func at(_ pointer: JSONPointer) -> Finding {
            Finding(
                RecordRule.refused, "the recording was not written: 'contracts verify' would refuse it: \(reason)",
                expected: MessageText(
                    "a recording that passes; where the value of a secret also is another argument, a part of the path or a "
                        + "word of the answer, give the secret a value that nothing else has"),
                found: "\(secrets.joined(separator: ", ")) in other places than its own", at: pointer)
        }
    }
}
