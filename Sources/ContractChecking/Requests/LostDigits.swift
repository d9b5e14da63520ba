import JSONSchema

/// The digits of a number that a request no longer holds, as `%.2f` and `Float` lose them.
enum LostDigits {
    /// A clause for a finding: `: '75897' of 40.71275897 is lost`; empty where something else differs.
    static func clause(expected: String, found: String) -> String {
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
