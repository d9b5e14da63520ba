import Foundation

/// One round over every endpoint with a health check.
public struct HealthRound: Sendable, Hashable {
    /// The time when it began.
    public let started: Date
    /// The time it took.
    public let seconds: Double
    /// Every endpoint, in the suite's order.
    public let endpoints: [EndpointHealth]
    /// Notices about the round itself, a sentence each: a damaged state file that was kept aside, a
    /// notification that could not be delivered.
    public var notices: [String] = []

    /// The worst settled verdict outside of maintenance, `healthy` where all are in maintenance; without endpoints
    /// nothing was judged.
    public var verdict: HealthVerdict {
        if endpoints.isEmpty { return .unsupported }
        return endpoints.filter { !$0.isInMaintenance }.map(\.settled).max() ?? .healthy
    }

    /// Returns the number of endpoints that have this settled verdict, maintenance or not.
    public func count(_ verdict: HealthVerdict) -> Int { endpoints.count { $0.settled == verdict } }
}
