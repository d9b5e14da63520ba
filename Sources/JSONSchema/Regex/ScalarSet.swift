struct ScalarSet: Sendable {
    typealias Property = @Sendable (Unicode.Scalar) -> Bool

    /// Sorted, disjoint ranges.
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private(set) var properties: [Property] = []
    private(set) var isNegated = false
    private var ascii: (low: UInt64, high: UInt64) = (0, 0)

    init(ranges: [ClosedRange<UInt32>] = [], properties: [Property] = [], isNegated: Bool = false) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
        self.properties = properties
        self.isNegated = isNegated
        for value in UInt32(0)..<128 where isMember(value) {
            if value < 64 { ascii.low |= 1 << UInt64(value) } else { ascii.high |= 1 << UInt64(value - 64) }
        }
    }

    init(_ scalar: UInt32) { self.init(ranges: [scalar...scalar]) }

    @inline(__always)
    func contains(_ value: UInt32) -> Bool {
        if value < 64 { return ascii.low & (1 << UInt64(value)) != 0 }
        if value < 128 { return ascii.high & (1 << UInt64(value - 64)) != 0 }
        return isMember(value)
    }

    private func isMember(_ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        if low < ranges.count, ranges[low].contains(value) { return !isNegated }
        guard !properties.isEmpty, let scalar = Unicode.Scalar(value) else { return isNegated }
        return properties.contains { $0(scalar) } != isNegated
    }

    /// Whether the sets are known to be disjoint.
    func isDisjoint(from other: ScalarSet) -> Bool {
        guard properties.isEmpty, other.properties.isEmpty, !isNegated, !other.isNegated else { return false }
        return !ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
    }

    static let digits = ScalarSet(ranges: [0x30...0x39])
    static let word = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// White space and line terminators of ECMA-262.
    static let space = ScalarSet(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    static let notLineEnd = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)

    var negated: ScalarSet { ScalarSet(ranges: ranges, properties: properties, isNegated: !isNegated) }
}
