import Foundation

package struct HealthRound: Sendable, Hashable {
    package let started: Date
    package let seconds: Double
    package let endpoints: [EndpointHealth]
    /// Notices about the round itself, a sentence each, such as a damaged state file.
    package var notices: [String] = []

    /// The worst settled verdict outside of maintenance; `unsupported` without endpoints.
    package var verdict: HealthVerdict {
        if endpoints.isEmpty { return .unsupported }
        return endpoints.filter { !$0.isInMaintenance }.map(\.settled).max() ?? .healthy
    }

    package func count(_ verdict: HealthVerdict) -> Int { endpoints.count { $0.settled == verdict } }
}
