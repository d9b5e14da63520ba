import ContractChecking
import Foundation

/// How one endpoint fared in one round, what that means after thresholds, and what is remembered of it.
public struct EndpointHealth: Sendable, Hashable, Identifiable {
    /// The service's name in the contract.
    public let service: String
    /// The endpoint's name in the contract.
    public let endpoint: String
    /// The names of the cases that were called, in the contract's order; the worst of them decides.
    public let cases: [String]
    /// What became of each aspect; all of them are there.
    public let aspects: [HealthAspect: HealthAspectResult]
    /// What is worth knowing and counts against nobody, such as a property that the recording does not have; findings of
    /// severity `info` or `warning`.
    public let remarks: [Finding]
    /// The verdict of this round alone.
    public let verdict: HealthVerdict
    /// The verdict that holds after thresholds: the one to show first, to alert on and to exit by.
    public let settled: HealthVerdict
    /// When the settled verdict began to hold.
    public let settledSince: Date
    /// The seconds that the slowest case took, waits before retries left out; `nil` where no whole answer came.
    public let latency: Double?
    /// The seconds that it may take before it is degraded; `nil` where there is no limit.
    public let latencyLimit: Double?
    /// How often the case that was called most often was called: 1 where it needed no retry.
    public let attempts: Int
    /// Whether a maintenance window is open: nothing of this round counts then.
    public let isInMaintenance: Bool
    /// The latest samples, oldest first, this round's last: for sparklines.
    public let samples: [HealthSample]
    /// How available it was, an entry for each window, shortest first.
    public let availability: [HealthAvailability]

    /// Tells of an endpoint; an aspect that is left out was not observed.
    public init(
        service: String, endpoint: String, cases: [String], aspects: [HealthAspect: HealthAspectResult],
        remarks: [Finding] = [], verdict: HealthVerdict, settled: HealthVerdict, settledSince: Date,
        latency: Double? = nil,
        latencyLimit: Double? = nil, attempts: Int = 1, isInMaintenance: Bool = false, samples: [HealthSample] = [],
        availability: [HealthAvailability] = []
    ) {
        self.service = service
        self.endpoint = endpoint
        self.cases = cases
        self.aspects = HealthAspect.allCases.reduce(into: [:]) { all, aspect in
            all[aspect] = aspects[aspect] ?? .notObserved(reason: "it was not asked for")
        }
        self.remarks = remarks
        self.verdict = verdict
        self.settled = settled
        self.settledSince = settledSince
        self.latency = latency
        self.latencyLimit = latencyLimit
        self.attempts = attempts
        self.isInMaintenance = isInMaintenance
        self.samples = samples
        self.availability = availability
    }

    /// `SERVICE/ENDPOINT`, unique in a suite.
    public var id: String { "\(service)/\(endpoint)" }

    /// How often a call was sent again before it came to this.
    public var retries: Int { max(0, attempts - 1) }

    /// What became of an aspect.
    public subscript(aspect: HealthAspect) -> HealthAspectResult {
        aspects[aspect] ?? .notObserved(reason: "it was not asked for")
    }

    /// Everything that is wrong, in the order of the aspects.
    public var findings: [Finding] { HealthAspect.allCases.flatMap { self[$0].findings } }

    /// Whether it keeps the whole from being well: its settled verdict is not healthy, and no maintenance excuses it.
    public var isTrouble: Bool { settled != .healthy && !isInMaintenance }
}
