import ContractFormat
import JSONSchema

/// The check that is always there and runs first: every fault of a contract, its recordings and its bindings.
struct ContractCheck: SingleCheck {
    let service: LoadedService
    let settings: Plan.Settings
    let serviceRun: ServiceRun? = nil
    let pointer = JSONPointer.root

    var check: Check { Check(service: service.name, kind: .contract) }

    func evaluation() async -> Evaluation {
        let isReplay = settings.mode == .replay
        var evaluation = Evaluation(probes: 1)
        evaluation.findings = (service.faults + (isReplay ? service.recordingFaults.value : [])).map { fault in
            Finding(
                reported: ContractRule.fault.id, severity: .error, message: fault.message, contract: fault.place,
                repeatCommand: "",
                fingerprint: Fingerprint.of(
                    rule: ContractRule.fault.id, check: check.id, pointer: fault.place.pointer,
                    subject: [fault.place.file]))
        }
        if isReplay, let age = settings.maximumAge {
            evaluation.findings += age.stale(in: service).map { age.finding(of: $0, check) }
        }
        return evaluation
    }
}

/// A check that is not run, since it depends on a faulty part of its contract.
struct BlockedCheck: SingleCheck {
    let check: Check
    let reason: String
    let serviceRun: ServiceRun? = nil
    let pointer = JSONPointer.root

    func evaluation() async -> Evaluation { Evaluation(obstacle: .notRun(reason)) }
}

/// The checks of a service that faults keep from running: those that depend on a faulty part of the contract.
struct BlockedChecks {
    private var reasons: [Check: String] = [:]
    /// A fault on which every check of the service depends.
    private var whole: String?

    init(of service: LoadedService) {
        guard let contract = service.contract, service.binding != nil else {
            whole = (service.faults.first).map(Self.reason) ?? "no code is bound to '\(service.name)'"
            return
        }
        guard !service.faults.isEmpty else { return }
        let use = ContractUse(contract)
        let (models, endpoints) = contract.unbound(in: service.binding)
        for model in models {
            let check = Check(service: service.name, kind: .model, model.name)
            reasons[check] = "no code is bound to the model '\(model.name)'"
        }
        for endpoint in endpoints {
            for check in use.checks(calling: endpoint, in: service) {
                reasons[check] = "no code is bound to the endpoint '\(endpoint.name)'"
            }
        }
        for fault in service.faults where fault.place.file == contract.source.path {
            let reason = Self.reason(fault)
            switch use.reach(of: fault.place.pointer, in: service) {
            case .everything: whole = whole ?? reason
            case .checks(let checks): for check in checks where reasons[check] == nil { reasons[check] = reason }
            }
        }
    }

    /// Returns the reason why a check is not run; `nil` where it is.
    func reason(for check: Check) -> String? { whole ?? reasons[check] }

    private static func reason(_ fault: ContractFault) -> String {
        "the contract has a fault that it depends on: \(fault.place): \(fault.message)"
    }
}
