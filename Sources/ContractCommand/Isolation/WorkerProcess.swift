import ContractChecking
import ContractComparison
import ContractHealth
import Foundation
import HTTPRecording

enum WorkerProcess {
    /// The milliseconds for threads or timers that code under test left behind to trap.
    private static let linger = 20

    /// - Parameter suite: builds the suite; its code is under test.
    static func run(_ suite: () -> ContractSuite) async -> Never {
        let link: WorkerLink
        do { link = try WorkerLink() } catch { Terminal.end("contracts: \(error.message)\n", error.code) }
        SignalWatch.ignoreBrokenPipes()
        TrapNote.install()
        let order = link.order
        _ = link.begin(SuiteBuild.task, step: 0, "")
        let bound = suite()
        link.end(SuiteBuild.task)
        let suite = bound.with(contracts: order.contracts, recordings: order.recordings)
        do {
            switch order.work {
            case .suite: link.send(.suite(SuiteOutline(of: bound)))
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
        resources.strength = StrengthCheck.init
        if plan.settings.mode != .replay {
            resources.network = WorkerNetwork.network(link)
            resources.exchanged = Dictionary(grouping: link.order.exchanged, by: \.file).mapValues {
                $0.compactMap(\.exchange)
            }
        }
        if plan.settings.recording != nil { resources.recorder = WorkerRecorder(link: link) }
        let never = ContinuousClock.now + .seconds(1 << 40)
        try await LocalExecutor(suite.loaded.value, resources).evaluate(plan, recorder: nil, until: never) {
            link.send(.evaluated($0, $1))
        }
    }

    private static func observe(_ round: HealthRoundPlan, of suite: ContractSuite, for link: WorkerLink) async throws {
        var live = Options(mode: .live)
        live.environment = round.environment
        let wanted = Set(round.targets)
        let targets = HealthTarget.all(in: suite, round.options).filter { wanted.contains($0.id) }
        let observer = try HealthObserver(targets, round.options, live: live, network: WorkerNetwork.network(link))
        _ = await observer.observe { target in
            _ = link.begin(target.id, step: 0, "")
        } didObserve: { observation in
            link.send(.observed(observation))
            link.end(observation.id)
        }
    }
}

struct WorkerMonitor: RunMonitor {
    let link: WorkerLink

    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict {
        // Initializers are synchronous. Builders and calls may resume on the thread of another check.
        link.begin(check.id, step: step, name, staysOnThread: check.kind == .model && step > 0)
    }

    func end(_ check: Check) async {
        link.end(check.id)
        // Give background work of the code under test time to fail.
        do { if link.order.isTrial { try await Task.sleep(for: Self.aftermath) } } catch { return }
    }

    private static let aftermath = Duration.milliseconds(400)
}

struct WorkerNetwork: HopTransport {
    let link: WorkerLink
    let file: String?

    static func network(_ link: WorkerLink) -> Network {
        Network(
            transport: WorkerNetwork(link: link, file: nil),
            delay: {
                // If the supervisor is gone, this process ends too.
                guard case .held(let seconds)? = try? await link.ask(.held) else { return 0 }
                return seconds
            }, transportOfRecording: { WorkerNetwork(link: link, file: $0) })
    }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        try await link.ask(.hop(WireRequest(request), of: file)).received()
    }
}

/// Asks the supervisor to record the exchanges of a call. The worker judges the effect on models, because it has their
/// code.
struct WorkerRecorder: ExchangeRecorder {
    let link: WorkerLink

    func propose(_ call: RecordedCall) async throws -> RecordingProposal {
        let proposal = WireProposal(
            file: call.file, exchanges: call.exchanges.map { RequestBroker.digest($0) }, secrets: call.secrets)
        guard case .proposal(let made) = try await link.ask(.propose(proposal)) else {
            throw TransportError("the supervisor proposed no recording")
        }
        return made
    }

    func settle(_ file: String, writing changes: [RecordingChange.Change]?) async throws {
        _ = try await link.ask(.settle(file: file, changes))
    }
}
