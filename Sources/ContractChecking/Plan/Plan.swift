import ContractFormat
import Foundation
import JSONSchema

/// The work of a run as values, decided once from a suite and its options. Workers get it as it is.
package struct Plan: Sendable, Codable {
    /// The checks to evaluate, in the order in which they are reported.
    package var checks: [Check]
    package var settings: Settings

    package struct Settings: Sendable, Codable {
        package var mode: Mode
        /// The variables that calls read; empty in replay, which reads none.
        package var environment: [String: String] = [:]
        /// The number of checks that run at once.
        package var jobs = 1
        /// Seconds after which a client call counts as hanging.
        package var deadline = 30.0
        /// The total number of schema applications allowed to long evaluations.
        package var steps = Options.Budget().steps
        /// The age from which recordings are stale; `nil` for none.
        package var maximumAge: RecordingAge?
        /// The rules of a recording run; `nil` for any other.
        package var recording: Options.RecordingRules?

        /// The kinds of checks whose results list their probes.
        package var listed: Set<Check.Kind> = []

        package init(mode: Mode) { self.mode = mode }
    }

    /// Plans the checks of a run.
    ///
    /// - Throws: `ModeError` where the mode is unknown or not allowed.
    package init(of checks: [Check], _ options: Options) throws(ModeError) {
        self.checks = checks
        let mode = try options.resolvedMode()
        settings = Settings(mode: mode)
        if mode != .replay { settings.environment = options.environment }
        // Calls to a server may build on each other.
        settings.jobs = mode == .replay ? max(1, options.jobs) : 1
        settings.deadline = options.deadline
        settings.steps = options.budget.steps
        settings.maximumAge = options.maximumAge
        settings.recording = mode == .record ? options.recording : nil
        settings.listed = options.listed
    }
}

extension Options {
    /// The mode that is asked for, by option or environment.
    package func resolvedMode() throws(ModeError) -> Mode {
        try Mode.resolve(option: mode, environment: environment, allowsCI: recording.allowsCI)
    }

    /// Returns the command that runs just this check again.
    func repeatCommand(for check: Check) -> String {
        if let repeats { return repeats }
        let mode = mode.map { $0 == .replay ? "" : " --mode \($0.rawValue)" } ?? ""
        return "\(command ?? "contracts verify\(mode)") --only \(ShellWord.glob(check.id))"
    }
}

extension Plan.Settings {
    /// Returns the settings of a replay within a run, such as that of a recording before it is written.
    package func replaying(deadline: Double? = nil) -> Plan.Settings {
        var settings = Plan.Settings(mode: .replay)
        settings.deadline = deadline ?? self.deadline
        return settings
    }
}

/// One piece of work: a check, or the two that look at one call.
package protocol PlannedWork: Sendable {
    /// The service whose code under test the work runs; `nil` for work that runs none.
    var serviceRun: ServiceRun? { get }
    /// The part of the contract that it is about.
    var pointer: JSONPointer { get }
    /// The checks that it evaluates; the last is the one that runs the code under test.
    var checks: [Check] { get }
    /// The file of the recording that it replays; `nil` where it needs none.
    var recording: String? { get }
    /// The inputs that it is going to try; empty for work that makes up none.
    var probes: [CheckExplanation.Probe] { get }
    /// Runs the code under test, and gives an evaluation for each of the checks.
    func evaluate() async -> [(check: Check, evaluation: Evaluation)]
}

/// A piece of work that runs code under test.
package protocol CodeCheck: PlannedWork {
    var context: ServiceRun { get }
}

extension CodeCheck {
    package var serviceRun: ServiceRun? { context }
}

package protocol SingleCheck: PlannedWork {
    var check: Check { get }
    func evaluation() async -> Evaluation
}

extension PlannedWork {
    package var recording: String? { nil }
    package var probes: [CheckExplanation.Probe] { [] }
}

extension SingleCheck {
    package var checks: [Check] { [check] }

    package func evaluate() async -> [(check: Check, evaluation: Evaluation)] { [(check, await evaluation())] }
}

extension Plan {
    /// The pieces of work of a suite that the plan asks for, service by service, the contract check of each first.
    func work(in suite: LoadedSuite, _ resources: EvaluationResources) -> [any PlannedWork] {
        let wanted = Dictionary(grouping: checks, by: \.service)
        return suite.services.flatMap { service -> [any PlannedWork] in
            guard let checks = wanted[service.name] else { return [] }
            let first = ContractCheck(service: service, settings: settings)
            let blocked = BlockedChecks(of: service)
            var work: [any PlannedWork] = checks.contains(first.check) ? [first] : []
            var rest: [Check] = []
            for check in checks where check.kind != .contract {
                if let reason = blocked.reason(for: check) {
                    work.append(BlockedCheck(check: check, reason: reason))
                } else {
                    rest.append(check)
                }
            }
            guard let contract = service.contract else { return work }
            let context = ServiceRun(service: service, contract: contract, settings: settings, resources)
            let isWanted = Set(rest).contains
            let pieces = Self.work(in: context, of: rest)
            if settings.mode == .replay { service.library.read(ahead: pieces.compactMap(\.recording)) }
            return work
                + pieces.flatMap { piece -> [any PlannedWork] in
                    // A faulty recording stops the checks that replay it.
                    guard settings.mode == .replay, let file = piece.recording,
                        case .failure(let fault) = service.library.recording(file)
                    else { return [piece] }
                    return piece.checks.filter(isWanted).map { BlockedCheck(check: $0, reason: fault.message) }
                }
        }
    }

    /// The order of execution: faults are played over what calls brought in, and models are probed with it.
    private static let order: [Check.Kind] = [
        .contract, .request, .rejects, .response, .client, .faults, .scenario, .model, .survival, .strength,
    ]

    /// The pieces of work for checks of a service; a check of code that is not bound has none.
    package static func work(in context: ServiceRun, of checks: [Check]) -> [any PlannedWork] {
        let wanted = Set(checks)
        let endpoints = context.service.boundEndpoints.value
        var headers: [String: NewHeaders] = [:]
        var calls: Set<[String]> = []
        return order.flatMap { kind in checks.filter { $0.kind == kind } }.compactMap { check -> (any PlannedWork)? in
            let endpoint = check.names.first.flatMap { endpoints[$0] }
            switch check.kind {
            case .contract: return nil
            case .request: return endpoint.flatMap { RequestCheck(check, $0, in: context) }
            case .rejects: return endpoint.flatMap { RejectsCheck(check, $0, in: context) }
            case .faults: return endpoint.flatMap { FaultsCheck(check, $0, in: context) }
            case .scenario: return ScenarioCheck(check, in: context)
            case .model: return ModelCheck(check, in: context)
            case .survival: return SurvivalCheck(check, endpoint, in: context)
            case .strength:
                let reason = "the run has no score of contracts"
                return context.resources.strength?(check, context) ?? BlockedCheck(check: check, reason: reason)
            case .response, .client:
                // One call is for both.
                guard let endpoint, calls.insert(check.names).inserted else { return nil }
                let name = endpoint.contract.name
                let isReported = wanted.contains(Check(service: check.service, kind: .request, name))
                let isFirst = headers[name] == nil
                let known = headers[name] ?? NewHeaders(of: endpoint.contract, in: context)
                headers[name] = known
                return CallCheck(check, endpoint, known, reportsBinding: isFirst && !isReported, in: context)
            }
        }
    }
}

/// The checks of a service, in the order they are listed and reported.
enum CheckList {
    static func checks(name: String, contract: Contract?, binding: Service?) -> [Check] {
        let bound = Set(binding?.endpoints.map(\.name) ?? []), boundModels = Set(binding?.models.map(\.name) ?? [])
        func check(_ kind: Check.Kind, _ names: String...) -> Check { Check(service: name, kind: kind, names) }
        guard let contract else {
            // The demands of an unreadable contract are unknown; its bindings are reported as not run.
            return [check(.contract)] + (binding?.endpoints.map { check(.request, $0.name) } ?? [])
                + (binding?.models.map { check(.model, $0.name) } ?? [])
        }
        // Endpoints and models listed as `unbound` have no checks until code is bound to them.
        let endpoints = contract.endpoints.filter { !contract.leavesUnbound($0) || bound.contains($0.name) }
        let models = contract.models.filter { !contract.leavesUnbound($0) || boundModels.contains($0.name) }
        let leftOut = Set(contract.endpoints.map(\.name)).subtracting(endpoints.map(\.name))
        let names = Set(contract.declaredEndpoints).subtracting(leftOut)
        let scenarios = contract.scenarios.filter { $0.steps.allSatisfy { names.contains($0.endpoint.text) } }
        let called = Set(binding?.endpoints.filter { $0.call != nil }.map(\.name) ?? [])
        let calls = endpoints.filter { called.contains($0.name) }
        var checks = [check(.contract)]
        checks += endpoints.filter { $0.request != nil }.map { check(.request, $0.name) }
        checks += endpoints.flatMap { endpoint in endpoint.cases.map { check(.response, endpoint.name, $0.name) } }
        checks += models.map { check(.model, $0.name) }
        checks += calls.flatMap { endpoint in endpoint.cases.map { check(.client, endpoint.name, $0.name) } }
        checks += endpoints.flatMap { endpoint in endpoint.rejects.map { check(.rejects, endpoint.name, $0.name) } }
        checks += calls.flatMap { endpoint in endpoint.faults.map { check(.faults, endpoint.name, $0.name) } }
        checks += scenarios.map { check(.scenario, $0.name) }
        return checks + SurvivalCheck.promised(of: contract, calls: calls, of: name)
    }
}
