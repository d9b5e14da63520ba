import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

package struct HealthTarget: Sendable {
    package let service: LoadedService
    package let contract: Contract
    /// The endpoint, or that of a scenario's first step.
    package let endpoint: EndpointContract
    package let cases: [CaseContract]
    package let scenario: ScenarioContract?
    let limitPlace: Place
    package let latencyLimit: Double?
    let certificateDays: Int
    let certificatePlace: Place
    let isCertificateLimitSet: Bool
    package let thresholds: Thresholds
    let retries: Int

    package var id: String { "\(contract.service)/\(name)" }

    /// The time of the oldest readable recording.
    var recordedAt: Date? {
        let files = scenario.map { [contract.file(of: $0)] } ?? cases.map { contract.file(of: $0, endpoint) }
        return files.compactMap { file -> Date? in
            guard service.library.contains(file), case .success(let loaded) = service.library.recording(file) else {
                return nil
            }
            return loaded.recording.recordingTime.map { Date(timeIntervalSince1970: $0.moment.secondsSince1970) }
        }.min()
    }

    /// The endpoint's name, or `scenario/NAME`.
    var name: String { scenario.map { "scenario/\($0.name)" } ?? endpoint.name }

    var pointer: JSONPointer { scenario?.pointer ?? endpoint.pointer }

    private init(
        _ service: LoadedService, _ contract: Contract, _ endpoint: EndpointContract,
        of scenario: ScenarioContract? = nil, _ options: HealthOptions
    ) {
        self.service = service
        self.contract = contract
        self.endpoint = endpoint
        self.scenario = scenario
        cases = scenario == nil ? endpoint.cases.filter(\.isHealthCheck) : []
        let limits = [scenario == nil ? endpoint.health : nil, contract.health].compactMap { $0 }
        let limited = limits.first { $0.latency != nil }
        latencyLimit = options.latency ?? limited?.latency
        let own = scenario?.pointer ?? endpoint.pointer
        limitPlace = contract.place(of: limited?.pointer(to: .latency) ?? own)
        let certified = limits.first { $0.certificateDays != nil }
        let days = options.certificateDays ?? certified?.certificateDays
        certificateDays = days ?? CertificateWatch.defaultDays
        isCertificateLimitSet = days != nil
        certificatePlace = contract.place(of: certified?.pointer(to: .certificateDays) ?? own)
        thresholds = Thresholds(
            failAfter: options.failAfter ?? limits.compactMap(\.failAfter).first ?? Thresholds().failAfter,
            recoverAfter: options.recoverAfter ?? limits.compactMap(\.recoverAfter).first ?? Thresholds().recoverAfter)
        let called = scenario.map { Self.endpoints(of: $0, in: contract) } ?? [endpoint]
        let isSafe = called.flatMap(contract.requests(of:)).allSatisfy { SafeMethods.contains($0.method) }
        retries = isSafe ? options.retries : 0
    }

    private static func endpoints(of scenario: ScenarioContract, in contract: Contract) -> [EndpointContract] {
        contract.endpoints.filter { endpoint in scenario.steps.contains { $0.endpoint.text == endpoint.name } }
    }

    var allowsUnsafeMethods: Bool {
        guard let scenario else { return endpoint.health?.allowsUnsafeMethods == true }
        return Self.endpoints(of: scenario, in: contract).allSatisfy { endpoint in
            endpoint.health?.allowsUnsafeMethods == true
                || contract.requests(of: endpoint).allSatisfy { SafeMethods.contains($0.method) }
        }
    }

    package static func all(in suite: ContractSuite, _ options: HealthOptions) -> [HealthTarget] {
        suite.loaded.value.services.flatMap { service -> [HealthTarget] in
            guard let contract = service.contract else { return [] }
            let scenarios = contract.scenarios.filter(\.isHealthCheck).compactMap { scenario -> HealthTarget? in
                let first = contract.endpoints.first { $0.name == scenario.steps.first?.endpoint.text }
                return first.map { HealthTarget(service, contract, $0, of: scenario, options) }
            }
            return contract.endpoints.map { HealthTarget(service, contract, $0, options) } + scenarios
        }.filter { target in
            (!target.cases.isEmpty || target.scenario != nil)
                && (options.only.isEmpty || options.only.contains { Glob($0).matches(target.id) })
        }
    }

    package func repeatCommand(_ live: Options) -> String {
        "\(live.command ?? "contracts health") --only \(ShellWord.glob(id))"
    }

    func finding(
        _ rule: HealthRule, _ message: String, expected: String, found: String, at place: Place? = nil, live: Options
    ) -> Finding {
        Finding(
            reported: rule.id, severity: rule.severity, message: message, expected: expected, found: found,
            contract: place ?? contract.place(of: pointer), repeatCommand: repeatCommand(live),
            fingerprint: Fingerprint.text("\(rule.id)\n\(id)"))
    }
}

/// The options of health checks. Options take precedence over the contract, and the contract over defaults.
package struct HealthOptions: Sendable, Hashable, Codable {
    package var only: [String] = []
    /// Seconds after which a call counts as unanswered.
    package var deadline = 10.0
    package var roundDeadline = 120.0
    package var jobs = 4
    /// The number of retries of a failed call. Calls with unsafe methods are never retried.
    package var retries = 1
    /// The latency in seconds above which an endpoint is degraded.
    package var latency: Double?
    package var certificateDays: Int?
    /// The number of consecutive worse rounds after which the settled verdict gets worse.
    package var failAfter: Int?
    package var recoverAfter: Int?
    /// Seconds after which an unhealthy verdict is reported again; `nil` reports it once.
    package var reminder: Double?
    package var maintenance: [MaintenanceWindow] = []

    package init() {}
}
