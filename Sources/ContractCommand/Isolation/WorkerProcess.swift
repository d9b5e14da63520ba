import ContractChecking
import ContractComparison
import ContractFormat
import ContractHealth
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The process of a worker: it evaluates the work of its order and knows of no command, report or acceptance.
enum WorkerProcess {
    /// Milliseconds in which a thread or timer that the code under test left behind can still trap.
    private static let linger = 50

    /// Does the work of a supervisor's order.
    ///
    /// - Parameter suite: the suite of the command line; its code is under test, so it is built here.
    static func run(_ suite: () -> ContractSuite) async -> Never {
        let link: WorkerLink
        do { link = try WorkerLink() } catch { Terminal.end("contracts: \(error.message)\n", error.code) }
        // A reader that is gone is an error of writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        TrapNote.install()
        let order = link.order
        _ = link.begin(SuiteBuild.task, step: 0, "")
        let bound = suite()
        link.end(SuiteBuild.task)
        let suite = ContractSuite(
            contracts: order.contracts ?? bound.contracts, recordings: order.recordings ?? bound.recordings,
            services: bound.services)
        do {
            switch order.work {
            case .suite: link.tell(.suite(SuiteOutline(of: bound)))
            case .checks(let plan): try await evaluate(plan, of: suite, for: link)
            case .round(let round): try await observe(round, of: suite, for: link)
            }
            if !order.work.tasks.isEmpty { try await Task.sleep(for: .milliseconds(linger)) }
        } catch {
            Terminal.end("contracts: \(lines: "\(error)")\n", .notEvaluated)
        }
        link.finish()
        exit(0)
    }

    private static func evaluate(_ plan: Plan, of suite: ContractSuite, for link: WorkerLink) async throws {
        var resources = EvaluationResources()
        resources.monitor = WorkerMonitor(link: link)
        resources.equivalence = SchemaEquivalence.of
        if plan.settings.mode != .replay { resources.network = WorkerNetwork(link).network }
        if plan.settings.recording != nil { resources.recorder = WorkerRecorder(link: link) }
        let never = ContinuousClock.now + .seconds(1 << 40)
        try await LocalExecutor(suite.loaded.value, resources).evaluate(plan, recorder: nil, until: never) {
            link.tell(.evaluated($0, $1))
        }
    }

    private static func observe(_ round: HealthRoundPlan, of suite: ContractSuite, for link: WorkerLink) async throws {
        var live = Options(mode: .live)
        live.environment = round.environment
        let wanted = Set(round.targets)
        let targets = HealthTarget.all(in: suite, round.options).filter { wanted.contains($0.id) }
        let observer = try HealthObserver(targets, round.options, live: live, network: WorkerNetwork(link).network)
        _ = await observer.observe { target in
            _ = link.begin(target.id, step: 0, "")
        } didObserve: { observation in
            link.tell(.observed(observation))
            link.end(observation.id)
        }
    }
}

/// Tells the supervisor of everything that runs the code under test.
struct WorkerMonitor: RunMonitor {
    let link: WorkerLink

    var pooled: [PooledCall] { link.order.exchanged.map(\.call) }

    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict { link.begin(check.id, step: step, name) }

    func end(_ check: Check) async {
        link.end(check.id)
        // Gives background work of the code under test time to fail.
        do { if link.order.isTrial { try await Task.sleep(for: Self.aftermath) } } catch { return }
    }

    /// The time a trial continues after its check.
    private static let aftermath = Duration.milliseconds(400)

    func pool(_ call: PooledCall) { link.tell(.exchanged(WireCall(call))) }
}

/// The network of a worker: its supervisor performs the requests.
final class WorkerNetwork: HopTransport {
    private let link: WorkerLink
    /// The recording of the case or scenario whose requests it performs, where that is known.
    private let file: String?
    /// The seconds for which requests were held back, as of the last answer.
    private let held: Locked<Double>

    init(_ link: WorkerLink, of file: String? = nil, held: Locked<Double> = Locked(0)) {
        self.link = link
        self.file = file
        self.held = held
    }

    /// The network as runs take it.
    var network: Network {
        Network(
            transport: self,
            delay: Delay(known: { [held] in held.withLock { $0 } }) { [self] in
                // A supervisor that is gone ends this process, too.
                guard case .held(let seconds)? = try? await link.ask(.held) else { return 0 }
                return note(seconds)
            }, ofRecording: { [link, held] in WorkerNetwork(link, of: $0, held: held) })
    }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard case .response(let response, let seconds) = try await link.ask(.hop(WireRequest(request), of: file))
        else {
            throw URLError(.badServerResponse)
        }
        note(seconds)
        return try response.received()
    }

    /// Stores the time for which requests were held back.
    @discardableResult
    private func note(_ seconds: Double) -> Double {
        held.withLock { held in
            // Answers may come in another order than they were given in.
            held = max(held, seconds)
            return held
        }
    }
}

/// Has the supervisor record the exchanges of a worker's call. The worker judges the effect on models, whose code it has.
struct WorkerRecorder: ExchangeRecorder {
    let link: WorkerLink

    func propose(_ call: RecordedCall) async throws -> RecordingProposal {
        let proposal = WireProposal(
            file: call.file, origin: call.origin, exchanges: call.exchanges.map { LiveDesk.digest($0) },
            secrets: call.secrets)
        guard case .proposal(let made) = try await link.ask(.propose(proposal)) else {
            throw TransportError("the supervisor proposed no recording")
        }
        return made
    }

    func settle(_ file: String, _ decision: RecordingDecision) async throws {
        _ = try await link.ask(.settle(file: file, decision))
    }
}
