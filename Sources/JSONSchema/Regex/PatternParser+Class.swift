extension PatternParser {
    mutating func characterClass() throws(PatternError) -> ScalarSet {
        let start = position - 1
        let isNegated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var properties: [ScalarSet.Property] = []
        while true {
            guard let scalar = peek else { throw PatternError(message: "unclosed class", offset: start) }
            if scalar == "]" {
                position += 1
                return ScalarSet(ranges: ranges, properties: properties, isNegated: isNegated)
            }
            let memberStart = position
            guard let low = try member(&ranges, &properties) else { continue }
            guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                ranges.append(low...low)
                continue
            }
            position += 1
            guard let high = try member(&ranges, &properties) else {
                ranges += [low...low, 0x2D...0x2D]
                continue
            }
            guard low <= high else { throw PatternError(message: "range out of order", offset: memberStart) }
            ranges.append(low...high)
        }
    }

    /// Parses one scalar of a class. Adds an escape for several scalars to the class and returns nil.
    private mutating func member(
        _ ranges: inout [ClosedRange<UInt32>], _ properties: inout [ScalarSet.Property]
    ) throws(PatternError) -> UInt32? {
        guard let scalar = peek else { throw fault("unclosed class") }
        position += 1
        guard scalar == "\\" else { return scalar.value }
        if take("b") { return 0x08 }
        if take("-") { return 0x2D }
        guard let set = try classEscape() else { return try scalarEscape() }
        if !set.isNegated, set.properties.isEmpty {
            ranges += set.ranges
        } else {
            properties.append { set.contains($0.value) }
        }
        return nil
    }
}
