import JSONSchema

/// Numbers around every bound and every limit of Swift's types, in whole, fractional and exponent notation.
enum NumberStrategy: ProbeStrategy {
    /// The limits of Int8 to UInt64 and one beyond, the integers that doubles lose, and unusual notations.
    private static let limits = [
        "0", "-0", "1", "-1", "0.5", "-1.5", "1.0", "1e2", "127", "128", "-128", "-129", "255", "256", "32767", "32768",
        "-32769", "65536", "2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "1e308", "-1e308", "0.1",
    ].compactMap { JSONNumber(text: $0) }

    /// These numbers change when converted through a Double or rounded.
    private static let decimals = ["0.23", "0.7127589", "1234567.89", "12.3456789"].compactMap { JSONNumber(text: $0) }

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard site.value.numberValue != nil else { return [] }
        let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].flatMap(site.numbers)
        var texts = bounds.flatMap(around)
        for step in site.numbers(of: "multipleOf") {
            texts += [step.text] + (JSONNumber(step.doubleValue * 1.5).map { [$0.text] } ?? [])
        }
        let accepted = decimals.filter { site.accepts(.number($0)) }
        let promise = NumberPromise(of: site.schemas)
        return (texts.compactMap { JSONNumber(text: $0) } + limits + accepted).map { number in
            let change = ProbeChange(
                "is \(number.text)", .number, .number(number), promise.covers(number) ? .bySchema : .either)
            return bounds.contains(number) ? change.comparingAll : change
        }
    }

    private static func around(_ bound: JSONNumber) -> [String] {
        if let integer = bound.intValue, integer > .min, integer < .max {
            return ["\(integer)", "\(integer - 1)", "\(integer + 1)", "\(integer).5"]
        }
        let value = bound.doubleValue
        return [bound.text] + [value - 1, value + 1, value.nextUp, value.nextDown].compactMap { JSONNumber($0)?.text }
    }
}

extension JSONNumber {
    /// Whether a `Float` (IEEE 754, binary32) preserves the number's text.
    var isFloat: Bool { Float(text).flatMap { JSONNumber(text: "\($0)") } == self }
}
