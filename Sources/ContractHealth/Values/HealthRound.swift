import Foundation

package struct HealthRound: Sendable, Hashable {
    package let started: Date
    package let seconds: Double
    package let endpoints: [EndpointHealth]
    /// Notices about the round itself, a sentence each, such as a damaged state file.
    package var notices: [String] = []

    /// The endpoints outside of maintenance.
    var watched: [EndpointHealth] { endpoints.filter { !$0.isInMaintenance } }

    /// The worst settled verdict outside of maintenance; `unsupported` without endpoints.
    package var verdict: HealthVerdict {
        if endpoints.isEmpty { return .unsupported }
        return watched.map(\.settled).max() ?? .healthy
    }

    package func count(_ verdict: HealthVerdict) -> Int { endpoints.count { $0.settled == verdict } }
}

/// The result of one endpoint in one round, with its meaning after thresholds, and what is remembered of it.
@dynamicMemberLookup
package struct EndpointHealth: Sendable, Hashable {
    package let observation: EndpointObservation
    /// The verdict that holds after thresholds: the one to show first, to alert on and to exit by.
    package let settled: HealthVerdict
    package let settledSince: Date
    /// Whether a maintenance window is open: nothing of this round counts then.
    package let isInMaintenance: Bool
    package let samples: [HealthSample]
    package let availability: [HealthAvailability]

    package subscript<Value>(dynamicMember path: KeyPath<EndpointObservation, Value>) -> Value {
        observation[keyPath: path]
    }

    package subscript(aspect: HealthAspect) -> HealthAspectResult { observation[aspect] }

    /// Whether it keeps the whole from being well: its settled verdict is not healthy, and no maintenance excuses it.
    package var isTrouble: Bool { settled != .healthy && !isInMaintenance }
}
