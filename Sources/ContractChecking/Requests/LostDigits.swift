import JSONSchema

/// The digits that a request loses from a number, for example through `%.2f` or `Float`.
enum LostDigits {
    /// Returns `: the digits '75897' of 40.71275897 are lost` for the first such number, or an empty string.
    static func clause(expected: String, found: String) -> String {
        let (numbers, others) = (numbers(in: expected), numbers(in: found))
        guard numbers.rest == others.rest else { return "" }
        return zip(numbers.texts, others.texts).lazy.map(clause(number:found:)).first { !$0.isEmpty } ?? ""
    }

    private static func numbers(in text: String) -> (texts: [String], rest: [Substring]) {
        var (texts, rest): ([String], [Substring]) = ([], [])
        var end = text.startIndex
        var start = text.startIndex
        while start < text.endIndex {
            guard let next = endOfNumber(in: text.utf8, from: start) else {
                text.utf8.formIndex(after: &start)
                continue
            }
            texts.append(String(text[start..<next]))
            rest.append(text[end..<start])
            (start, end) = (next, next)
        }
        return (texts, rest + [text[end...]])
    }

    /// Returns the end of a number such as `-40.7e3`. Scans by hand, because a `Regex` would be compiled for each text.
    private static func endOfNumber(in text: String.UTF8View, from start: String.Index) -> String.Index? {
        func digits(_ start: String.Index) -> String.Index? {
            let rest = text[start...]
            let end = rest.firstIndex { $0 &- UInt8(ascii: "0") > 9 } ?? rest.endIndex
            return end == start ? nil : end
        }
        func passing(_ bytes: String, _ index: String.Index) -> String.Index? {
            index < text.endIndex && bytes.utf8.contains(text[index]) ? text.index(after: index) : nil
        }
        guard var end = digits(passing("-", start) ?? start) else { return nil }
        if let fraction = passing(".", end).flatMap(digits) { end = fraction }
        if let exponent = passing("eE", end).flatMap({ digits(passing("+-", $0) ?? $0) }) { end = exponent }
        return end
    }

    private static func clause(number expected: String, found: String) -> String {
        guard let number = JSONNumber(text: expected), let other = JSONNumber(text: found), number != other else {
            return ""
        }
        guard !number.isInteger else { return "" }
        let (value, rounded) = (number.doubleValue, other.doubleValue)
        func decimals(_ text: String) -> Int { text.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0 }
        let digits = decimals(found)
        // Less than the last written digit, or the rounding of a Float.
        let share: Double = abs(rounded) > abs(value) ? 0.51 : 1
        let isNear = abs(value - rounded) < (0..<digits).reduce(share) { step, _ in step / 10 }
        let isRounded = isNear && digits < decimals(expected) && !found.contains { "eE".contains($0) }
        guard isRounded || Double(Float(value)) == rounded || Float(value) == Float(rounded) else { return "" }
        let lost = expected.dropFirst(expected.commonPrefix(with: found).count)
        guard !lost.isEmpty else { return "" }
        return ": the digits '\(lost)' of \(expected) are lost"
    }

    static func clause(expected: JSON?, found: JSON?) -> String {
        guard let expected = expected?.numberValue, let found = found?.numberValue else { return "" }
        return clause(expected: expected.text, found: found.text)
    }
}
