import Foundation

package struct HealthRound: Sendable, Hashable {
    package let started: Date
    package let seconds: Double
    package let endpoints: [EndpointHealth]
    package var notices: [String] = []

    var watched: [EndpointHealth] { endpoints.filter { !$0.isInMaintenance } }

    /// The worst settled verdict outside of maintenance; `unsupported` without endpoints.
    package var verdict: HealthVerdict {
        if endpoints.isEmpty { return .unsupported }
        return watched.map(\.settled).max() ?? .healthy
    }

    package func count(_ verdict: HealthVerdict) -> Int { endpoints.count { $0.settled == verdict } }
}

@dynamicMemberLookup
package struct EndpointHealth: Sendable, Hashable {
    package let observation: EndpointObservation
    /// The verdict after thresholds, which determines notifications and exit codes.
    package let settled: HealthVerdict
    package let settledSince: Date
    package let isInMaintenance: Bool
    package let samples: [HealthSample]
    package let availability: [HealthAvailability]

    package subscript<Value>(dynamicMember path: KeyPath<EndpointObservation, Value>) -> Value {
        observation[keyPath: path]
    }

    package subscript(aspect: HealthAspect) -> HealthAspectResult { observation[aspect] }

    package var isTrouble: Bool { settled != .healthy && !isInMaintenance }
}
