import ContractChecking
import ContractFormat
import JSONSchema

/// An endpoint to look after: the cases that are its health checks, and its limits.
package struct HealthTarget: Sendable {
    package let service: LoadedService
    package let contract: Contract
    package let endpoint: EndpointContract
    package let cases: [CaseContract]
    /// Where the contract says how slow it may be, or the endpoint where it does not.
    let limitPlace: Place
    package let latencyLimit: Double?
    package let thresholds: Thresholds
    /// The number of times that a call that failed is made again.
    let retries: Int

    /// `SERVICE/ENDPOINT`.
    package var id: String { "\(contract.service)/\(endpoint.name)" }

    private init(_ service: LoadedService, _ contract: Contract, _ endpoint: EndpointContract, _ options: HealthOptions)
    {
        self.service = service
        self.contract = contract
        self.endpoint = endpoint
        cases = endpoint.cases.filter(\.isHealthCheck)
        let limits = [endpoint.health, contract.health].compactMap { $0 }
        let limited = limits.first { $0.latency != nil }
        latencyLimit = options.latency ?? limited?.latency
        limitPlace = contract.place(of: limited?.pointer(to: .latency) ?? endpoint.pointer)
        thresholds = Thresholds(
            failAfter: options.failAfter ?? limits.compactMap(\.failAfter).first ?? Thresholds().failAfter,
            recoverAfter: options.recoverAfter ?? limits.compactMap(\.recoverAfter).first ?? Thresholds().recoverAfter)
        let isSafe = contract.requests(of: endpoint).allSatisfy { SafeMethods.contains($0.method) }
        retries = isSafe ? options.retries : 0
    }

    /// Every endpoint of a suite that has a health check and is asked for, in the suite's order.
    package static func all(in suite: ContractSuite, _ options: HealthOptions) -> [HealthTarget] {
        suite.loaded.value.services.flatMap { service -> [HealthTarget] in
            guard let contract = service.contract else { return [] }
            return contract.endpoints.map { HealthTarget(service, contract, $0, options) }
        }.filter { target in
            !target.cases.isEmpty
                && (options.only.isEmpty || options.only.contains { Glob($0).matches(target.id) })
        }
    }

    /// The start of the command that repeats a check.
    static func command(_ live: Options) -> String { live.command ?? "contracts health" }

    /// A finding about the endpoint as a whole.
    ///
    /// - Parameter place: where the contract speaks of it; the endpoint, unless given.
    func finding(
        _ rule: HealthRule, _ message: String, expected: String, found: String, at place: Place? = nil, live: Options
    ) -> Finding {
        Finding(
            rule: rule.rule, message: message, expected: expected, found: found,
            contract: place ?? contract.place(of: endpoint.pointer),
            repeatCommand: "\(Self.command(live)) --only \(ShellWord.quoted(id))",
            fingerprint: Fingerprint.text("\(rule.id)\n\(id)"))
    }
}

/// The way health checks are run and judged; what is not set is the contract's word, else the default.
public struct HealthOptions: Sendable, Hashable {
    /// Globs over `SERVICE/ENDPOINT` (`*` any text, `?` one character); empty takes every endpoint with a health check.
    public var only: [String] = []
    /// Seconds after which a call counts as unanswered.
    public var deadline = 10.0
    /// Seconds after which a round ends, whatever is still missing.
    public var roundDeadline = 120.0
    /// Endpoints that are called at once.
    public var jobs = 4
    /// The number of times that a call that failed is made again before its failure counts; calls with unsafe methods
    /// never are.
    public var retries = 1
    /// Seconds that a call may take before its endpoint is degraded; goes before the contract.
    public var latency: Double?
    /// Rounds in a row that must be worse before the verdict is; goes before the contract.
    public var failAfter: Int?
    /// Rounds in a row that must be better before the verdict is; goes before the contract.
    public var recoverAfter: Int?
    /// Seconds after which a verdict that is still not healthy is told again; `nil` tells it once.
    public var reminder: Double?
    /// The times at which nothing counts.
    public var maintenance: [MaintenanceWindow] = []

    /// Makes the default options.
    public init() {}
}
