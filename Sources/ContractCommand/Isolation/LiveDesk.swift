import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a worker asks the supervisor of a live run for.
enum LiveQuestion: String {
    /// One hop of a request.
    case hop
    /// The seconds for which requests were held back so far.
    case held
    /// What recording a call would change.
    case compare
    /// To record a call that was compared before.
    case record
    /// To leave a recording as it is.
    case keep
}

/// The supervisor's side of a live run: it has the requests of the workers performed, and records what came of them as it
/// came over the network, whatever a worker says.
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
    private let compared = Locked<[String: RecordedCall]>([:])
    private let heldSeconds = Locked(0.0)

    /// - Parameters:
    ///   - network: performs requests, by way of the processes.
    ///   - recorder: takes what was exchanged; `nil` where nothing is recorded.
    ///   - contracts: say what is a secret in a recording.
    init(_ network: Network, _ processes: NetworkProcesses, recorder: Recorder?, _ contracts: [Contract]) {
        self.contracts = contracts
        self.network = network
        self.processes = processes
        self.recorder = recorder
    }

    /// The desk of a run with these options.
    convenience init(_ options: Options, recorder: Recorder?, _ contracts: [Contract] = []) throws {
        let processes = NetworkProcesses(environment: options.environment)
        var servers = options.servers
        servers.transport = processes
        self.init(try Network(servers), processes, recorder: recorder, contracts)
    }

    /// The seconds for which requests were held back so far, as far as is known.
    var held: Double { heldSeconds.withLock { $0 } }

    /// Starts the processes that the first requests need.
    func prepare(_ count: Int = 1) throws { try processes.prepare(count) }

    /// Ends the processes, and waits for that.
    func stop() { processes.stop() }

    /// Ends the processes, since nobody asks any more, and leaves it to `stop` to wait for that.
    func close() { processes.kill() }

    func answer(_ question: JSON) async -> JSON {
        guard let kind = question["ask"]?.stringValue.flatMap(LiveQuestion.init(rawValue:)) else {
            return ["error": ["message": "no such question"]]
        }
        do {
            switch kind {
            case .hop: return try await hop(question)
            case .held: return ["held": await heldUntilNow]
            case .compare: return try compare(question)
            case .record: return try record(question)
            case .keep:
                recorder?.keep(question["file"]?.stringValue ?? "")
                return [:]
            }
        } catch {
            return ExchangeCoding.json(throwing: error)
        }
    }

    private var heldUntilNow: JSON {
        get async {
            let seconds = await network.delay.current()
            heldSeconds.withLock { $0 = max($0, seconds) }
            return JSONNumber(seconds).map(JSON.number) ?? .null
        }
    }

    private func hop(_ question: JSON) async throws -> JSON {
        guard let request = question["request"].flatMap(ExchangeCoding.request) else { throw URLError(.badURL) }
        let started = Timestamp()
        let clock = ContinuousClock()
        let sent = clock.now
        let (data, response) = try await network.transport.singleHop(request)
        let milliseconds = sent.duration(to: clock.now) / .milliseconds(1)
        let exchange = HTTPExchange(
            request: RecordedRequest(request), response: RecordedResponse(data, response), started: started,
            timings: Timings(wait: (milliseconds * 1000).rounded() / 1000))
        log.withLock { $0.append(Entry(exchange: exchange, digest: Self.digest(exchange))) }
        var answer = ExchangeCoding.json(data, response).objectValue ?? [:]
        answer["held"] = await heldUntilNow
        return .object(answer)
    }

    // MARK: - Recording

    private func compare(_ question: JSON) throws -> JSON {
        guard let recorder else { throw TransportError("nothing is recorded in this run") }
        guard let file = question["file"]?.stringValue, let origin = question["origin"]?.stringValue,
            let names = question["exchanges"]?.arrayValue?.map({ $0.stringValue ?? "" }),
            let exchanges = exchanges(named: names)
        else { throw TransportError("the worker asks to record what was never exchanged") }
        let secrets = (question["secrets"]?.arrayValue ?? []).compactMap { secret -> Secret? in
            guard let value = secret["value"]?.stringValue, let placeholder = secret["placeholder"]?.stringValue else {
                return nil
            }
            return Secret(value: value, placeholder: placeholder, name: secret["name"]?.stringValue ?? placeholder)
        }
        let call = RecordedCall(
            exchanges: exchanges, file: file, secrets: secrets, redaction: redaction(secrets, of: file), origin: origin)
        let comparison = try recorder.compare(call)
        compared.withLock { $0[file] = call }
        return [
            "old": comparison.old.map { .array($0.entries.map(ExchangeCoding.json)) } ?? .null,
            "new": .array(comparison.new.entries.map(ExchangeCoding.json)),
            "refused": .bool(comparison.isRefused),
            "suspects": .array(
                comparison.suspects.map { suspect in
                    [
                        "kind": .string(suspect.kind), "text": .string(suspect.text),
                        "file": .string(suspect.place.file), "line": .number(JSONNumber(suspect.place.line)),
                        "column": .number(JSONNumber(suspect.place.column)),
                        "pointer": .string(suspect.place.pointer.description),
                    ]
                }),
        ]
    }

    private func record(_ question: JSON) throws -> JSON {
        guard let recorder, let file = question["file"]?.stringValue,
            let call = compared.withLock({ $0.removeValue(forKey: file) })
        else { throw TransportError("the worker asks to record what was not compared") }
        try recorder.record(
            call, changes: (question["changes"]?.arrayValue ?? []).compactMap(RecordingChange.Change.init(worker:)))
        return [:]
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

    /// What an exchange was, in short.
    static func digest(_ exchange: HTTPExchange) -> String {
        func hash(_ bytes: [UInt8]) -> UInt64 {
            bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        let (request, response) = (exchange.request, exchange.response)
        return "\(request.method) \(request.url) \(hash(request.body ?? [])) \(response.status) \(hash(response.body))"
    }

    // MARK: - Trials

    /// The desk of a worker that tries one check again: it sends nothing, and answers with what came before.
    func trial() -> any WorkerDesk { TrialDesk(exchanges: log.withLock { $0.map(\.exchange) }) }
}

/// Answers requests with what came the first time, so that a check can be tried again with nothing sent twice.
private final class TrialDesk: WorkerDesk {
    private let left: Locked<[HTTPExchange]>

    init(exchanges: [HTTPExchange]) { left = Locked(exchanges) }

    func answer(_ question: JSON) async -> JSON {
        switch question["ask"]?.stringValue.flatMap(LiveQuestion.init(rawValue:)) {
        case .hop: break
        case .held: return ["held": 0]
        case .compare, .record, .keep, nil: return ["error": ["message": "nothing is recorded in a trial"]]
        }
        guard let request = question["request"].flatMap(ExchangeCoding.request).map({ RecordedRequest($0) }),
            let exchange = left.withLock({ left -> HTTPExchange? in
                let index = left.lastIndex {
                    $0.request.method == request.method && $0.request.url == request.url
                        && $0.request.body == request.body
                }
                return index.map { left.remove(at: $0) }
            }), let url = URL(string: request.url), let response = exchange.response.urlResponse(url: url)
        else { return ExchangeCoding.json(throwing: URLError(.notConnectedToInternet)) }
        return ExchangeCoding.json(Data(exchange.response.body), response)
    }
}

// MARK: - The worker's side

/// The network of a worker, which its supervisor has.
final class WorkerNetwork: HopTransport {
    private let link: WorkerLink
    /// The seconds for which requests were held back, as of the last answer.
    private let held = Locked(0.0)

    init(_ link: WorkerLink) { self.link = link }

    /// The network as runs take it.
    var network: Network {
        Network(
            transport: self,
            delay: Delay(known: { [held] in held.withLock { $0 } }) { [self] in
                // A supervisor that is gone ends this process, too.
                do { return note(try await link.ask(.held)) } catch { return 0 }
            })
    }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let answer = try await link.ask(.hop, ["request": ExchangeCoding.json(request)])
        note(answer)
        return try ExchangeCoding.answer(answer)
    }

    /// Takes in for how long requests were held back.
    @discardableResult
    private func note(_ answer: JSON) -> Double {
        held.withLock { held in
            // Answers may come in another order than they were given in.
            held = max(held, answer["held"]?.doubleValue ?? 0)
            return held
        }
    }
}

/// Has the supervisor record what a worker's call exchanged; what it does to models is told by the worker, which has them.
struct WorkerRecorder: ExchangeRecorder {
    let link: WorkerLink

    func keep(_ file: String) async throws { _ = try await ask(.keep, ["file": .string(file)]) }

    func write(_ call: RecordedCall, effects: ModelEffects) async throws -> [SuspectedSecret] {
        let comparison = try await ask(
            .compare,
            [
                "file": .string(call.file), "origin": .string(call.origin),
                "exchanges": .array(call.exchanges.map { .string(LiveDesk.digest($0)) }),
                "secrets": .array(
                    call.secrets.map {
                        [
                            "value": .string($0.value), "placeholder": .string($0.placeholder),
                            "name": .string($0.name),
                        ]
                    }),
            ])
        let suspects = (comparison["suspects"]?.arrayValue ?? []).compactMap(SuspectedSecret.init(worker:))
        if comparison["refused"] == true {
            try await keep(call.file)
            return suspects
        }
        let changes = recording(comparison["old"]).map { old in
            effects.changes(from: old, to: recording(comparison["new"]) ?? Recording())
        }
        _ = try await ask(.record, ["file": .string(call.file), "changes": .array((changes ?? []).map(\.workerJSON))])
        return suspects
    }

    /// The supervisor tells what became of the files.
    func finish() -> [RecordingChange] { [] }

    private func recording(_ json: JSON?) -> Recording? {
        json?.arrayValue.map { Recording(entries: $0.compactMap(ExchangeCoding.exchange)) }
    }

    private func ask(_ question: LiveQuestion, _ members: JSONObject) async throws -> JSON {
        let answer = try await link.ask(question, members)
        if let error = answer["error"] {
            throw TransportError(error["message"]?.stringValue ?? "the supervisor gave no reason")
        }
        return answer
    }
}

extension SuspectedSecret {
    fileprivate init?(worker json: JSON) {
        guard let kind = json["kind"]?.stringValue, let text = json["text"]?.stringValue,
            let file = json["file"]?.stringValue, let line = json["line"]?.intValue,
            let column = json["column"]?.intValue, let pointer = json["pointer"]?.stringValue
        else { return nil }
        // A pointer of this program's own is one.
        let place = (try? JSONPointer(pointer)) ?? .root
        self.init(kind: kind, text: text, place: Place(file: file, line: line, column: column, pointer: place))
    }
}

extension RecordingChange.Change {
    fileprivate init?(worker json: JSON) {
        guard let message = json["message"]?.stringValue,
            let effect = json["effect"]?.stringValue.flatMap(Effect.init(rawValue:)),
            let severity = json["severity"]?.stringValue.flatMap(Severity.init(rawValue:))
        else { return nil }
        self.init(message: message, effect: effect, severity: severity)
    }

    fileprivate var workerJSON: JSON {
        ["message": .string(message), "effect": .string(effect.rawValue), "severity": .string(severity.rawValue)]
    }
}
