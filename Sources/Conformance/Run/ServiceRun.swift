import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// What the checks of one service share during a run.
struct ServiceRun: Sendable {
    let service: LoadedService
    let contract: Contract
    let mode: Mode
    let options: Options
    /// What performs live requests.
    let network: any Transport
    let recorder: Recorder?
    private let livePool = Locked(InstancePool())
    private let redaction: Redaction
    private let captured = Locked<[Secret]>([])

    init(
        service: LoadedService, contract: Contract, mode: Mode, options: Options, network: any Transport,
        recorder: Recorder?
    ) {
        self.service = service
        self.contract = contract
        self.mode = mode
        self.options = options
        self.network = network
        self.recorder = recorder
        let values = CallArguments(mode: mode, environment: options.environment)
        let arguments = contract.endpoints.flatMap { $0.cases.flatMap(\.arguments) }
            + contract.scenarios.flatMap { $0.steps.flatMap(\.arguments) }
        redaction = Redaction(secrets: values.secrets(of: arguments))
    }

    /// A text for a report, without any secret of the run; in replay there is none.
    func redacted(_ text: String) -> String {
        guard mode != .replay else { return text }
        return redaction.adding(captured.withLock { $0 }).redacted(text)
    }

    /// Keeps what a scenario captured as a secret, so that no report tells it.
    func keepSecret(_ secrets: [Secret]) { captured.withLock { $0 += secrets } }

    var library: RecordingLibrary { service.library }

    var values: CallArguments { CallArguments(mode: mode, environment: options.environment) }

    func replaySession(_ loaded: LoadedRecording) -> CallSession {
        let replay = ReplayTransport(loaded.recording)
        return CallSession(base: replay, replay: replay, deadline: options.deadline)
    }

    func liveSession() -> CallSession { CallSession(base: network, deadline: options.deadline) }

    /// A session over a transport with a fault: around the recording in replay, around the network else.
    func session(with fault: Fault, over file: String) throws(ContractFault) -> CallSession {
        let base: any Transport = mode == .replay ? FaultBase(try library.recording(file).get().recording) : network
        let observer = ErrorObserver(wrapping: base)
        return CallSession(
            base: FaultTransport(wrapping: observer, fault: fault), observer: observer, deadline: options.deadline)
    }

    func unset(_ variable: String) -> String { "the environment variable \(variable) is not set" }

    var remedy: String { "; is the service up? --local starts the local provider, --origin FROM=TO sends requests elsewhere" }

    /// Keeps the models' instances of live responses for the model checks, which run last.
    func pool(_ exchanges: [HTTPExchange], of endpoint: EndpointContract, from name: String) {
        let senders = endpoint.request == nil ? contract.endpoints.filter { endpoint.uses.contains($0.name) } : [endpoint]
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
        guard let recorder else { return }
        guard isGood else {
            recorder.keep(file)
            return
        }
        do {
            try recorder.write(exchanges, to: file, secrets: secrets, origin: contract.origin)
        } catch {
            evaluation.add(
                Mismatch("record.refused", "the recording was not written: \(error)", at: pointer),
                at: Place(file: SourceFile.displayPath(of: library.folder.appendingPathComponent(file))))
        }
    }
}
