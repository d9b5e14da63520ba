/// A span of time as people write it: `30s`, `5m`, `4h`, `2d`.
public struct TimeSpan: Sendable, Hashable {
    /// Its length.
    public let seconds: Double

    /// Reads a number with a unit, more than 0 and at most 366 days; `nil` where the text is none.
    public init?(_ text: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), text.utf8.count <= 12,
            text.utf8.dropLast().allSatisfy({ (48...57).contains($0) }), let count = Double(text.dropLast()), count > 0,
            count * unit <= 366 * 86_400
        else { return nil }
        seconds = count * unit
    }
}
