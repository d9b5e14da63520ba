enum Distinct {
    /// Returns the positions of two equal values, or nil if all are distinct.
    static func firstRepetition(in values: UnsafeBufferPointer<JSON>) -> (first: Int, second: Int)? {
        if values.count <= 8 {
            for second in values.indices {
                for first in 0..<second where values[first] == values[second] { return (first, second) }
            }
            return nil
        }
        var seen: [JSON: Int] = [:]
        seen.reserveCapacity(values.count)
        for (position, value) in values.enumerated() {
            if let first = seen.updateValue(position, forKey: value) { return (first, position) }
        }
        return nil
    }
}
