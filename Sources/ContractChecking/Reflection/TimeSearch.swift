import JSONSchema

extension JSON {
    /// Whether a text or a number at any depth may be a date or a time of day, in whatever notation.
    ///
    /// What it takes for one that is none costs only time.
    var mayHoldTime: Bool {
        switch self {
        case .null, .bool: false
        // Seconds from some day in the seventies on, or milliseconds.
        case .number(let number): abs(number.doubleValue) >= 1e8
        case .string(let text): text.mayBeTime
        case .array(let elements): elements.contains(where: \.mayHoldTime)
        case .object(let members): members.contains { $0.value.mayHoldTime }
        }
    }
}

extension String {
    /// Whether there are eight digits in a row, a year with another number or with little else, or two short numbers with
    /// little else or with a mark between them, as an hour and its minutes or a day and its month have.
    fileprivate var mayBeTime: Bool {
        let bytes = utf8
        guard bytes.count <= 100 else { return false }
        var hasYear = false
        var short = 0
        var last = bytes[..<bytes.startIndex]
        while let start = bytes[last.endIndex...].firstIndex(where: \.isDigit) {
            let mark = bytes[last.endIndex..<start]
            let digits = bytes[start...].prefix(while: \.isDigit)
            switch digits.count {
            case 1, 2:
                if (1...2).contains(last.count), mark.count == 1, mark.allSatisfy(":/.-".utf8.contains) { return true }
                short += 1
            case 4 where digits.starts(with: "19".utf8) || digits.starts(with: "20".utf8): hasYear = true
            case 8...: return true
            default: break
            }
            last = digits
        }
        let isBrief = bytes.count <= 20
        return hasYear ? isBrief || short > 0 : isBrief && short > 1
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
