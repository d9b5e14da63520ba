import Foundation

/// A planet as the service describes it.
public struct Planet: Codable, Sendable {
    /// Its name in English.
    public let name: String
    /// The mean radius in kilometres.
    public let radiusKm: Double
    /// The night in which it was first seen; the old ones have none.
    public let discovered: Date?
    /// The names of its moons.
    public let moons: [String]
}
