import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// What the checks of one service share during a run.
final class ServiceRun: Sendable {
    let service: LoadedService
    let contract: Contract
    let configuration: RunConfiguration
    /// Writes what was exchanged; `nil` where nothing is recorded.
    let recorder: Recorder?
    /// What no report tells.
    let secrets: RunSecrets
    /// Takes out of a request what the contract describes by a schema; `nil` where it describes nothing so.
    private let described: (@Sendable (RecordedRequest) -> RecordedRequest)?
    private let livePool = Locked(InstancePool())

    init(service: LoadedService, contract: Contract, configuration: RunConfiguration, recorder: Recorder? = nil) {
        self.service = service
        self.contract = contract
        self.configuration = configuration
        self.recorder = recorder
        secrets = RunSecrets(of: contract, mode: configuration.mode, environment: configuration.environment)
        let parts = DescribedParts(of: contract)
        described = parts.isEmpty ? nil : parts.takenOut
    }

    var mode: Mode { configuration.mode }

    var network: Network { configuration.network }

    var library: RecordingLibrary { service.library }

    var models: [Model] { service.models }

    var values: CallArguments { CallArguments(mode: mode, environment: configuration.environment) }

    /// - Parameters:
    ///   - standIns: what stands for secrets in the requests that come.
    ///   - variation: what a network does to the replies.
    func replaySession(
        _ loaded: LoadedRecording, standIns: [Secret] = [], _ variation: ReplyVariation? = nil
    ) -> CallSession {
        let replay = replay(loaded, standIns, .once)
        let observer = ErrorObserver(wrapping: variation?.base(over: replay) ?? replay)
        guard case .replyOrder(let order)? = variation else {
            return CallSession(base: observer, observer: observer, replay: replay, deadline: configuration.deadline)
        }
        // Of a call that blocks its threads it cannot be seen that it waits: nothing is told of it, soon.
        return CallSession(
            base: observer, observer: observer, replay: replay, order: order, deadline: min(configuration.deadline, 3))
    }

    func liveSession() -> CallSession {
        CallSession(base: network.transport, deadline: configuration.deadline) { [network] in await network.delay }
    }

    /// A session over a transport with a fault: around the recording in replay, around the network else.
    ///
    /// - Parameters:
    ///   - standIns: what stands for secrets in the requests that come.
    ///   - wrap: puts the fault around the transport.
    func session(
        over file: String, standIns: [Secret], _ wrap: (any Transport) -> any Transport
    ) throws(ContractFault) -> CallSession {
        var base = network.transport
        if mode == .replay {
            let loaded = try library.recording(file).get()
            base = FaultBase(replay(loaded, standIns, .repeating), loaded.recording)
        }
        let observer = ErrorObserver(wrapping: base)
        return CallSession(base: wrap(observer), observer: observer, deadline: configuration.deadline) { [network] in
            await network.delay
        }
    }

    private func replay(
        _ loaded: LoadedRecording, _ standIns: [Secret], _ playback: ReplayTransport.Playback
    ) -> ReplayTransport {
        ReplayTransport(
            loaded.recording, redaction: Redaction(secrets: standIns), playback: playback, described: described)
    }

    var remedy: String {
        "; is the service up? --local starts the local provider, --origin FROM=TO sends requests elsewhere"
    }

    /// Keeps the models' instances of live responses for the model checks, which run last.
    func pool(_ exchanges: [HTTPExchange], of endpoint: EndpointContract, from name: String) {
        let senders =
            endpoint.request == nil ? contract.endpoints.filter { endpoint.uses.contains($0.name) } : [endpoint]
        livePool.withLock { pool in
            for exchange in exchanges { pool.add(exchange, of: senders, from: "\(name), ") }
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

    /// Writes exchanges that met their contract; anything else leaves the recording as it was.
    func record(
        _ exchanges: [HTTPExchange], to file: String, secrets: [Secret], isGood: Bool,
        into evaluation: inout Evaluation, at pointer: JSONPointer
    ) {
        guard let recorder, let rules = configuration.recording else { return }
        // What breaks the contract is just what a comparison is to show.
        guard isGood || rules.comparesOnly else { return recorder.keep(file) }
        let effects = ModelEffects(
            service: service, endpoints: contract.recordings.first { $0.file == file }?.endpoints ?? [])
        do {
            let suspicions = try recorder.write(
                exchanges, to: file, secrets: secrets, origin: contract.origin, effects: effects)
            for (suspicion, place) in suspicions {
                evaluation.add(
                    Mismatch(
                        RecordRule.suspicion,
                        rules.strictSecrets
                            ? "the recording was not written: it would hold what looks like \(suspicion.kind.rawValue)"
                            : "the recording holds what looks like \(suspicion.kind.rawValue)",
                        expected: "no credential, or a secret argument (\"format\": \"password\") that names it",
                        found: "\(suspicion)", at: pointer, severity: rules.strictSecrets ? .error : .warning),
                    at: place)
            }
        } catch {
            recorder.keep(file)
            evaluation.add(
                Mismatch(RecordRule.refused, "the recording was not written: \(error)", at: pointer),
                at: Place(file: SourceFile.displayPath(of: library.folder.appendingPathComponent(file))))
        }
    }
}
