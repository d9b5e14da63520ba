import ContractFormat
import JSONSchema

/// Reports the faults of a contract, its recordings and its bindings. Every service has this check, and it runs first.
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
            evaluation.findings += age.findings(in: service)
        }
        return evaluation
    }
}

struct BlockedCheck: SingleCheck {
    let check: Check
    let reason: String
    let serviceRun: ServiceRun? = nil
    let pointer = JSONPointer.root

    func evaluation() async -> Evaluation {
        Evaluation(obstacle: Evaluation.Obstacle(outcome: .skipped, reason: reason))
    }
}

struct BlockedChecks {
    private var reasons: [Check: String] = [:]
    private var whole: String?

    init(of service: LoadedService) {
        guard let contract = service.contract, service.binding != nil else {
            whole = service.faults.first.map(Self.reason) ?? "no code is bound to '\(service.name)'"
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
            let checks = use.reach(of: fault.place.pointer, in: service)
            if checks == nil { whole = whole ?? reason }
            for check in checks ?? [] where reasons[check] == nil { reasons[check] = reason }
        }
    }

    func reason(for check: Check) -> String? { whole ?? reasons[check] }

    private static func reason(_ fault: SourceFault) -> String {
        "it depends on an invalid part of the contract: \(fault.place): \(fault.message)"
    }
}
