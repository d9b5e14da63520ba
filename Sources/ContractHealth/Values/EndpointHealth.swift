import ContractChecking
import Foundation

/// The result of one endpoint in one round, with its meaning after thresholds, and what is remembered of it.
public struct EndpointHealth: Sendable, Hashable, Identifiable {
    package let observation: EndpointObservation
    /// The verdict that holds after thresholds: the one to show first, to alert on and to exit by.
    public let settled: HealthVerdict
    /// The time when the settled verdict began to hold.
    public let settledSince: Date
    /// Indicates whether a maintenance window is open: nothing of this round counts then.
    public let isInMaintenance: Bool
    /// The latest samples, oldest first, this round's last: for sparklines.
    public let samples: [HealthSample]
    /// Its availability, an entry for each window, shortest first.
    public let availability: [HealthAvailability]

    /// The service's name in the contract.
    public var service: String { observation.service }
    /// The endpoint's name in the contract.
    public var endpoint: String { observation.endpoint }
    /// The names of the cases that were called, in the contract's order; the worst of them decides.
    public var cases: [String] { observation.cases }
    /// The result of each aspect; all of them are there.
    public var aspects: [HealthAspect: HealthAspectResult] { observation.aspects }
    /// Findings worth knowing that count against nobody, such as a property that the recording does not have; findings of
    /// severity `info` or `warning`.
    public var remarks: [Finding] { observation.remarks }
    /// The verdict of this round alone.
    public var verdict: HealthVerdict { observation.verdict }
    /// The seconds that the slowest case took, waits before retries left out; `nil` where no whole answer came.
    public var latency: Double? { observation.latency }
    /// The seconds that it may take before it is degraded; `nil` where there is no limit.
    public var latencyLimit: Double? { observation.latencyLimit }
    /// The days for which the certificate of its server is still valid; `nil` where that is not known.
    public var certificateDays: Double? { observation.certificateDays }
    /// The time when the oldest recording that it is compared with was made; `nil` where there is none.
    public var recordedAt: Date? { observation.recordedAt }
    /// The number of calls of the case that was called most often: 1 where it needed no retry.
    public var attempts: Int { observation.attempts }

    /// `SERVICE/ENDPOINT`, unique in a suite.
    public var id: String { observation.id }

    /// The number of times that a call was sent again before it came to this.
    public var retries: Int { max(0, attempts - 1) }

    /// The result of an aspect.
    public subscript(aspect: HealthAspect) -> HealthAspectResult {
        aspects[aspect] ?? .notObserved(reason: "it was not asked for")
    }

    /// Everything that is wrong, in the order of the aspects.
    public var findings: [Finding] { HealthAspect.allCases.flatMap { self[$0].findings } }

    /// Indicates whether it keeps the whole from being well: its settled verdict is not healthy, and no maintenance
    /// excuses it.
    public var isTrouble: Bool { settled != .healthy && !isInMaintenance }
}
