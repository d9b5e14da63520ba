import ContractFormat
import JSONSchema

/// One piece of work of a plan: a check, or the two that look at one call.
protocol PlannedCheck: Sendable {
    var context: ServiceRun { get }
    /// What it is about, in the contract.
    var pointer: JSONPointer { get }
    /// The checks that it evaluates; the last is the one that runs the code under test.
    var checks: [Check] { get }
    /// The file of the recording that it replays; `nil` where it needs none.
    var recording: String? { get }
    /// Runs the code under test, and gives an evaluation for each of the checks.
    func evaluate() async -> [(check: Check, evaluation: Evaluation)]
}

/// A piece of work that is one check.
protocol SingleCheck: PlannedCheck {
    var check: Check { get }
    func evaluation() async -> Evaluation
}

extension PlannedCheck {
    var recording: String? { nil }
}

extension SingleCheck {
    var checks: [Check] { [check] }

    func evaluate() async -> [(check: Check, evaluation: Evaluation)] { [(check, await evaluation())] }
}

/// What a run does, decided once: the pieces of work in their order, and what is known without running any.
struct Plan: Sendable {
    /// The contract checks, and the checks that are not run because of what these found.
    private(set) var known: [CheckResult] = []
    private(set) var work: [any PlannedCheck] = []

    init(
        of wanted: WantedChecks, in suite: LoadedSuite, _ configuration: RunConfiguration,
        _ recorder: (any ExchangeRecorder)?
    ) {
        let monitor = configuration.observers.monitor
        let looksAtRecordings = configuration.mode == .replay && !(monitor?.isResuming ?? false)
        for service in suite.services where wanted.services.contains(service.name) {
            let faults = service.faults + (looksAtRecordings ? service.recordingFaults.value : [])
            let first = Check(service: service.name, kind: .contract)
            if wanted.contains(first) {
                let stale = looksAtRecordings ? configuration.maximumAge?.stale(in: service) ?? [] : []
                known.append(ContractCheck.result(first, faults, stale, configuration))
            }
            // What is wrong with a recording stops what replays it, no more.
            guard service.faults.isEmpty, let contract = service.contract else {
                let reason = "the contract of '\(service.name)' has faults"
                known += service.checks.dropFirst().filter(wanted.contains).map {
                    CheckResult(check: $0, outcome: .skipped, reason: reason)
                }
                continue
            }
            let context = ServiceRun(
                service: service, contract: contract, configuration: configuration, recorder: recorder)
            for piece in Self.work(in: context, of: wanted) {
                if configuration.mode == .replay, let file = piece.recording,
                    case .failure(let fault) = service.library.recording(file)
                {
                    known += piece.checks.filter(wanted.contains).map {
                        CheckResult(check: $0, outcome: .skipped, reason: fault.message)
                    }
                } else {
                    work.append(piece)
                }
            }
        }
    }

    /// The pieces of a service that checks are wanted of; models last, as they probe what calls brought in.
    static func work(in context: ServiceRun, of wanted: WantedChecks) -> [any PlannedCheck] {
        var work: [any PlannedCheck] = []
        for endpoint in context.contract.endpoints {
            guard let binding = context.service.endpoint(endpoint.name) else { continue }
            work += RequestCheck.planned(of: endpoint, binding, in: context, wanted)
            work += RejectsCheck.planned(of: endpoint, binding, in: context, wanted)
            work += CallCheck.planned(of: endpoint, binding, in: context, wanted)
            work += FaultsCheck.planned(of: endpoint, binding, in: context, wanted)
        }
        return work + ScenarioCheck.planned(in: context, wanted) + ModelCheck.planned(in: context, wanted)
            + SurvivalCheck.planned(in: context, wanted) + StrengthCheck.planned(in: context, wanted)
    }
}

/// The checks of a service, in the order they are listed and reported.
enum CheckList {
    static func checks(name: String, contract: Contract?, binding: Service?) -> [Check] {
        let first = Check(service: name, kind: .contract)
        guard let contract else {
            // What an unreadable contract would have asked for is not known; what is bound to it is told as not run.
            return [first]
                + (binding?.endpoints.map { Check(service: name, kind: .request, $0.name) } ?? [])
                + (binding?.models.map { Check(service: name, kind: .model, $0.name) } ?? [])
        }
        let called = Set(binding?.endpoints.filter { $0.call != nil }.map(\.name) ?? [])
        let calls = contract.endpoints.filter { called.contains($0.name) }
        let endpoints = contract.endpoints
        return [first] + endpoints.filter { $0.request != nil }.map { RequestCheck.check($0, of: name) }
            + endpoints.flatMap { endpoint in endpoint.cases.map { CallCheck.response($0, endpoint, of: name) } }
            + contract.models.map { ModelCheck.check($0, of: name) }
            + calls.flatMap { endpoint in endpoint.cases.map { CallCheck.client($0, endpoint, of: name) } }
            + endpoints.flatMap { endpoint in endpoint.rejects.map { RejectsCheck.check($0, endpoint, of: name) } }
            + calls.flatMap { endpoint in endpoint.faults.map { FaultsCheck.check($0, endpoint, of: name) } }
            + contract.scenarios.map { ScenarioCheck.check($0, of: name) }
            + SurvivalCheck.promised(of: contract, calls: calls, of: name)
    }
}
