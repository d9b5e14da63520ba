import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Performs the requests of workers and keeps the exchanges. Recordings contain only these exchanges, because a
/// worker's claims are not trusted.
final class RequestBroker: Sendable {
    private struct Entry: Sendable {
        let exchange: HTTPExchange
        let digest: String
        let wire: WireExchange
        var isRecorded = false
        /// Whether the current trial already received it as an answer.
        var isRepeated = false
    }

    private let network: Network
    private let processes: NetworkProcesses
    private let recorder: Recorder?
    private let contracts: [Contract]
    private let log = Locked<[Entry]>([])

    init(_ options: Options, recorder: Recorder?, _ contracts: [Contract] = []) throws {
        (self.recorder, self.contracts) = (recorder, contracts)
        processes = NetworkProcesses(environment: options.environment)
        var servers = options.servers
        servers.transport = processes
        network = try options.generatedNetwork?(contracts) ?? Network(servers)
    }

    func prepare(_ count: Int = 1) throws { try processes.prepare(count) }

    func stop() { processes.stop() }

    /// Answers a question. The task is cancelled if the worker withdraws the question or dies.
    ///
    /// - Parameter isTrial: whether a check runs again; it gets the earlier responses, and nothing is sent.
    func answer(_ question: LiveQuestion, isTrial: Bool = false) async -> LiveAnswer {
        do {
            switch question {
            case .hop(let request, _) where isTrial: return .response(try repeated(request))
            case .propose where isTrial, .settle where isTrial: throw Self.nothingRecorded
            case .hop(let request, let file): return try await hop(request, of: file)
            case .held: return .held(await network.delay())
            case .propose(let call): return .proposal(try propose(call))
            case .settle(let file, let changes):
                guard let recorder else { throw Self.nothingRecorded }
                try recorder.settle(file, writing: changes)
                return .done
            }
        } catch {
            return .failed(WireError(error))
        }
    }

    private func hop(_ wire: WireRequest, of file: String?) async throws -> LiveAnswer {
        guard let request = wire.urlRequest else { throw URLError(.badURL) }
        let started = Timestamp()
        let sent = ContinuousClock.now
        let (data, received) = try await network.transport(of: file).singleHop(request)
        let milliseconds = sent.duration(to: .now) / .milliseconds(1)
        let exchange = HTTPExchange(
            request: RecordedRequest(request), response: RecordedResponse(data, received), started: started,
            timings: Timings(wait: (milliseconds * 1000).rounded() / 1000))
        let response = WireResponse(data, received)
        let wire = WireExchange(file: file ?? "", request: wire, response: response)
        log.withLock { $0.append(Entry(exchange: exchange, digest: Self.digest(exchange), wire: wire)) }
        return .response(response)
    }

    var exchanged: [WireExchange] { log.withLock { $0.map(\.wire).filter { !$0.file.isEmpty } } }

    // MARK: - Recording

    private static let nothingRecorded = TransportError("nothing is recorded in this run")

    private func propose(_ call: WireProposal) throws -> RecordingProposal {
        let known = contracts.lazy.compactMap { contract in
            contract.recordings.first { $0.file == call.file }.map { (contract, $0.endpoints) }
        }
        guard let recorder, let (contract, endpoints) = known.first else { throw Self.nothingRecorded }
        guard let exchanges = exchanges(named: call.exchanges) else {
            throw TransportError("the worker asks to record an exchange that never happened")
        }
        return try recorder.propose(
            RecordedCall(
                exchanges: exchanges, file: call.file, secrets: call.secrets,
                redaction: ContractSecrets(of: contract).redaction(call.secrets, of: endpoints),
                origin: contract.origin))
    }

    /// Returns the latest unrecorded exchanges with these digests; `nil` if one is missing.
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

    static func digest(_ exchange: HTTPExchange) -> String {
        let (request, response) = (exchange.request, exchange.response)
        let (sent, came) = (Fingerprint.hash(request.body ?? []), Fingerprint.hash(response.body))
        return "\(request.method) \(request.url) \(sent) \(response.status) \(came)"
    }

    // MARK: - Trials

    func beginTrial() {
        log.withLock { log in
            for index in log.indices { log[index].isRepeated = false }
        }
    }

    private func repeated(_ wire: WireRequest) throws -> WireResponse {
        let request = wire.urlRequest.map { RecordedRequest($0) }
        return try log.withLock { log in
            let index = log.lastIndex { entry in
                let known = entry.exchange.request
                return !entry.isRepeated && known.method == request?.method && known.url == request?.url
                    && known.body == request?.body
            }
            guard let index else { throw URLError(.notConnectedToInternet) }
            log[index].isRepeated = true
            return log[index].wire.response
        }
    }
}
