import ContractFormat
import Foundation
import JSONSchema

/// The work of a run as values, decided once from a suite and its options. Workers receive it unchanged.
package struct Plan: Sendable, Codable {
    package var checks: [Check]
    package var settings: Settings

    package struct Settings: Sendable, Codable {
        package var mode: Mode
        package var environment: [String: String] = [:]
        package var jobs = 1
        package var deadline = 30.0
        package var steps = Options.Budget().steps
        package var maximumAge: RecordingAge?
        package var recording: Options.RecordingRules?

        package var listed: Set<Check.Kind> = []

        package init(mode: Mode) { self.mode = mode }
    }

    /// - Throws: `ModeError` if the mode is unknown or not allowed.
    package init(of checks: [Check], _ options: Options) throws(ModeError) {
        self.checks = checks
        let mode = try options.resolvedMode()
        settings = Settings(mode: mode)
        if mode != .replay { settings.environment = options.environment }
        // Calls to a server may depend on each other.
        settings.jobs = mode == .replay ? max(1, options.jobs) : 1
        settings.deadline = options.deadline
        settings.steps = options.budget.steps
        settings.maximumAge = options.maximumAge
        settings.recording = mode == .record ? options.recording : nil
        settings.listed = options.kindsListingProbes
    }
}

extension Options {
    package func resolvedMode() throws(ModeError) -> Mode {
        try Mode.resolve(option: mode, environment: environment, allowsCI: recording.allowsCI)
    }

    func repeatCommand(for check: Check) -> String {
        if let fixedRepeatCommand { return fixedRepeatCommand }
        let mode = mode.map { $0 == .replay ? "" : " --mode \($0.rawValue)" } ?? ""
        return "\(command ?? "contracts verify\(mode)") --only \(ShellWord.glob(check.id))"
    }
}

extension Plan.Settings {
    /// Returns the settings of a replay within a run, such as the rehearsal of a new recording.
    package func replaying(deadline: Double? = nil) -> Plan.Settings {
        var settings = Plan.Settings(mode: .replay)
        settings.deadline = deadline ?? self.deadline
        return settings
    }
}

/// A work item: one check, or the two checks that share a call.
package protocol PlannedWork: Sendable {
    /// The service whose code runs, or `nil` if no code runs.
    var serviceRun: ServiceRun? { get }
    var pointer: JSONPointer { get }
    /// The evaluated checks. The last one runs the code under test.
    var checks: [Check] { get }
    var recording: String? { get }
    var probes: [CheckExplanation.Probe] { get }
    func evaluate() async -> [(check: Check, evaluation: Evaluation)]
}

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
    /// The service with the endpoint, model or scenario whose code runs.
    var code: String { checks.last.map { "\($0.service)/\($0.names.first ?? "")" } ?? "" }

    package var recording: String? { checks.first?.recording }
    package var probes: [CheckExplanation.Probe] { [] }
}

extension SingleCheck {
    package var checks: [Check] { [check] }

    package func evaluate() async -> [(check: Check, evaluation: Evaluation)] { [(check, await evaluation())] }
}

extension Plan {
    /// Returns the planned work items by service, each starting with the contract check.
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
            let pieces = Self.work(in: context, of: rest)
            let planned = Set(pieces.flatMap(\.checks))
            work += rest.filter { !planned.contains($0) }.map {
                BlockedCheck(check: $0, reason: "no code is bound to '\($0.name)'")
            }
            if settings.mode == .replay { service.library.read(ahead: pieces.compactMap(\.recording)) }
            return work
                + pieces.flatMap { piece -> [any PlannedWork] in
                    guard settings.mode == .replay, let file = piece.recording,
                        case .failure(let fault) = service.library.recording(file)
                    else { return [piece] }
                    return piece.checks.map { BlockedCheck(check: $0, reason: fault.message) }
                }
        }
    }

    /// The order of execution: faults and model probes use the exchanges of earlier calls.
    private static let order: [Check.Kind] = [
        .contract, .request, .rejects, .response, .client, .faults, .scenario, .model, .survival, .strength,
    ]

    /// Returns the work items for checks of a service. Checks without bound code have none.
    package static func work(in context: ServiceRun, of checks: [Check]) -> [any PlannedWork] {
        let wanted = Set(checks)
        let endpoints = context.service.boundEndpoints.value
        var called: Set<String> = []
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
                let reason = "this run does not score contracts"
                return context.resources.strength?(check, context) ?? BlockedCheck(check: check, reason: reason)
            case .response, .client:
                // One call serves both checks.
                guard let endpoint, calls.insert(check.names).inserted else { return nil }
                let name = endpoint.contract.name
                let isReported = wanted.contains(Check(service: check.service, kind: .request, name))
                let isFirst = called.insert(name).inserted
                return CallCheck(
                    check, among: wanted, endpoint, reportsBinding: isFirst && !isReported, in: context)
            }
        }
    }
}

enum CheckList {
    static func checks(name: String, contract: Contract?, binding: Service?) -> [Check] {
        let bound = Set(binding?.endpoints.map(\.name) ?? []), boundModels = Set(binding?.models.map(\.name) ?? [])
        func check(_ kind: Check.Kind, _ names: String...) -> Check { Check(service: name, kind: kind, names) }
        guard let contract else {
            // The contents of an unreadable contract are unknown, so its bindings are reported as not run.
            return [check(.contract)] + (binding?.endpoints.map { check(.request, $0.name) } ?? [])
                + (binding?.models.map { check(.model, $0.name) } ?? [])
        }
        // Endpoints and models listed as `unbound` have checks only if code is bound to them.
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
        // Survival is checked by default only where it is promised.
        return checks
            + SurvivalCheck.checks(
                of: name, contract.models.filter { !$0.survives.isEmpty }, calls.filter { !$0.survives.isEmpty })
    }
}

package struct CheckExplanation: Sendable {
    package struct Probe: Sendable, Hashable {
        package let name: String
        package let expected: String
    }

    package let summary: String
    package let place: Place
    package let probes: [Probe]

    package init?(of check: Check, in suite: LoadedSuite) {
        guard let service = suite.services.first(where: { $0.name == check.service }), let contract = service.contract,
            service.checks.contains(check)
        else { return nil }
        summary = check.kind.explanation
        let context = ServiceRun(service: service, contract: contract, settings: Plan.Settings(mode: .replay))
        let work = Plan.work(in: context, of: [check]).first
        place = contract.place(of: work?.pointer ?? "/service")
        // Work items for several checks have no probes.
        probes = work?.probes ?? []
    }
}

extension Check.Kind {
    fileprivate var explanation: String {
        switch self {
        case .contract: "Checks that the contract, its recordings and the bound code match."
        case .request:
            "Builds the request for the arguments of every case, twice, and for hostile arguments; compares method, URL, "
                + "query, headers, body and timeout with the contract."
        case .response:
            "Compares the recorded or live exchange with the contract: the request as sent, status, headers, body."
        case .model:
            "Decodes the model from its examples, from recorded instances, and from systematic variations of both; "
                + "it must accept the instances that the schema accepts, refuse the rest, and read each property from its place."
        case .client:
            "Runs the whole client call over the recording or the server; compares its result or error. A call that passes "
                + "in replay runs again with other elements, choices, pages, orders and header names that the contract allows."
        case .rejects: "Gives the request builder arguments that it must refuse, and checks the error."
        case .faults: "Runs the client call over a transport with a fault, and checks the error that it throws."
        case .survival:
            "Applies the changes that providers make without notice, one at a time, and checks the result of the initializer "
                + "or client call; a failure is an error if the contract promises survival."
        case .strength:
            "Removes the promises of the contract, one at a time, and reports whether any check notices."
        case .scenario: "Runs a sequence of calls that share state, and stops at the first failure."
        }
    }
}
