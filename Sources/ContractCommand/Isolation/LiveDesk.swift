import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The supervisor's side of a live run: it has the requests of the workers performed.
///
/// It records what came over the network, whatever a worker says.
final class LiveDesk: WorkerDesk {
    /// An exchange as the network had it, and a short text by which a worker names it.
    private struct Entry: Sendable {
        let exchange: HTTPExchange
        let digest: String
        var isRecorded = false
    }

    private let network: Network
    private let processes: NetworkProcesses
    private let recorder: Recorder?
    private let contracts: [Contract]
    private let log = Locked<[Entry]>([])

    init(_ network: Network, _ processes: NetworkProcesses, recorder: Recorder?, _ contracts: [Contract]) {
        self.contracts = contracts
        self.network = network
        self.processes = processes
        self.recorder = recorder
    }

    /// The desk of a run with these options.
    convenience init(_ options: Options, recorder: Recorder?, _ contracts: [Contract] = []) throws {
        let processes = NetworkProcesses(environment: options.environment)
        guard options.recording.provider != .madeUp else {
            self.init(.madeUp(contracts), processes, recorder: recorder, contracts)
            return
        }
        var servers = options.servers
        servers.transport = processes
        self.init(try Network(servers), processes, recorder: recorder, contracts)
    }

    /// Starts the processes that the first requests need.
    func prepare(_ count: Int = 1) throws { try processes.prepare(count) }

    /// Ends the processes, and waits for that.
    func stop() { processes.stop() }

    func answer(_ question: LiveQuestion) async -> LiveAnswer {
        do {
            switch question {
            case .hop(let request, let file): return try await hop(request, of: file)
            case .held: return .held(await network.delay.current())
            case .propose(let call): return .proposal(try propose(call))
            case .settle(let file, let decision):
                guard let recorder else { throw Self.nothingRecorded }
                try recorder.settle(file, decision)
                return .done
            }
        } catch {
            return .failed(WireError(error))
        }
    }

    private func hop(_ wire: WireRequest, of file: String?) async throws -> LiveAnswer {
        guard let request = wire.urlRequest else { throw URLError(.badURL) }
        let started = Timestamp()
        let clock = ContinuousClock()
        let sent = clock.now
        let (data, response) = try await network.transport(of: file).singleHop(request)
        let milliseconds = sent.duration(to: clock.now) / .milliseconds(1)
        let exchange = HTTPExchange(
            request: RecordedRequest(request), response: RecordedResponse(data, response), started: started,
            timings: Timings(wait: (milliseconds * 1000).rounded() / 1000))
        log.withLock { $0.append(Entry(exchange: exchange, digest: Self.digest(exchange))) }
        return .response(WireResponse(data, response), held: await network.delay.current())
    }

    // MARK: - Recording

    private static let nothingRecorded = TransportError("nothing is recorded in this run")

    private func propose(_ call: WireProposal) throws -> RecordingProposal {
        guard let recorder else { throw Self.nothingRecorded }
        guard let exchanges = exchanges(named: call.exchanges) else {
            throw TransportError("the worker asks to record what was never exchanged")
        }
        return try recorder.propose(
            RecordedCall(
                exchanges: exchanges, file: call.file, secrets: call.secrets,
                redaction: redaction(call.secrets, of: call.file), origin: call.origin))
    }

    /// Takes out of a recording what its contract calls a secret, as the worker would.
    private func redaction(_ secrets: [Secret], of file: String) -> Redaction {
        for contract in contracts {
            guard let recording = contract.recordings.first(where: { $0.file == file }) else { continue }
            return ContractSecrets(of: contract).redaction(secrets, of: recording.endpoints)
        }
        return Redaction(secrets: secrets)
    }

    /// The latest exchanges of these names that were not recorded yet; `nil` where one never was.
    private func exchanges(named names: [String]) -> [HTTPExchange]? {
        log.withLock { log in
            var found: [HTTPExchange] = []
            for name in names.reversed() {
                guard let index = log.lastIndex(where: { $0.digest == name && !$0.isRecorded }) else { return nil }
                log[index].isRecorded = true
                found.append(log[index].exchange)
            }
            return found.reversed()
        }
    }

    /// A short text that identifies an exchange.
    static func digest(_ exchange: HTTPExchange) -> String {
        let (request, response) = (exchange.request, exchange.response)
        let (sent, came) = (Fingerprint.hash(request.body ?? []), Fingerprint.hash(response.body))
        return "\(request.method) \(request.url) \(sent) \(response.status) \(came)"
    }

    // MARK: - Trials

    /// The desk of a worker that tries one check again: it sends nothing, and answers with what came before.
    func trial() -> any WorkerDesk { TrialDesk(exchanges: log.withLock { $0.map(\.exchange) }) }
}

/// Answers requests with what came the first time, so that a check can be tried again with nothing sent twice.
private final class TrialDesk: WorkerDesk {
    private let left: Locked<[HTTPExchange]>

    init(exchanges: [HTTPExchange]) { left = Locked(exchanges) }

    func answer(_ question: LiveQuestion) async -> LiveAnswer {
        switch question {
        case .hop(let wire, _):
            guard let request = wire.urlRequest.map({ RecordedRequest($0) }),
                let exchange = left.withLock({ left -> HTTPExchange? in
                    let index = left.lastIndex {
                        $0.request.method == request.method && $0.request.url == request.url
                            && $0.request.body == request.body
                    }
                    return index.map { left.remove(at: $0) }
                })
            else { return .failed(WireError(URLError(.notConnectedToInternet))) }
            return .response(WireResponse(exchange.response, to: request.url), held: 0)
        case .held: return .held(0)
        case .propose, .settle: return .failed(WireError(TransportError("nothing is recorded in a trial")))
        }
    }
}
