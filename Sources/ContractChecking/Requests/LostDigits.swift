import JSONSchema

/// The digits of a number that a request no longer holds, as `%.2f` and `Float` lose them.
enum LostDigits {
    /// A clause for a finding: `: '75897' of 40.71275897 is lost`; empty where something else differs.
    ///
    /// Of texts that hold several numbers, such as `40.7,-73.9`, it is about the first that lost digits.
    static func clause(expected: String, found: String) -> String {
        let (numbers, others) = (numbers(in: expected), numbers(in: found))
        guard numbers.rest == others.rest else { return "" }
        return zip(numbers.texts, others.texts).lazy.map(clause(number:found:)).first { !$0.isEmpty } ?? ""
    }

    /// The numbers in a text, and what stands around them.
    private static func numbers(in text: String) -> (texts: [String], rest: [Substring]) {
        let ranges = text.ranges(of: /-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/)
        let ends = [text.startIndex] + ranges.map(\.upperBound)
        let starts = ranges.map(\.lowerBound) + [text.endIndex]
        return (ranges.map { String(text[$0]) }, zip(ends, starts).map { text[$0..<$1] })
    }

    private static func clause(number expected: String, found: String) -> String {
        guard let number = JSONNumber(text: expected), let other = JSONNumber(text: found), number != other else {
            return ""
        }
        guard !number.isInteger else { return "" }
        let (value, rounded) = (number.doubleValue, other.doubleValue)
        let digits = found.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
        // Less than the last digit that is written, or what a Float makes of the number.
        let isRounded =
            !found.contains { "eE".contains($0) }
            && abs(value - rounded) < (0..<digits).reduce(1.0) { step, _ in step / 10 }
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
