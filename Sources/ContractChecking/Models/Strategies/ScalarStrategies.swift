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
                "is \(number.text)", .number, .number(number), mayBeRefused: !promise.covers(number))
            return bounds.contains(number) ? change.comparingAll : change
        }
    }

    private static func around(_ bound: JSONNumber) -> [String] {
        if let integer = bound.intValue, integer > .min, integer < .max {
            // A Double has no fraction of larger numbers (IEEE 754, binary64).
            let half = integer.magnitude < 1 << 52 ? ["\(integer).5"] : []
            return ["\(integer)", "\(integer - 1)", "\(integer + 1)"] + half
        }
        let value = bound.doubleValue
        return [bound.text] + [value - 1, value + 1, value.nextUp, value.nextDown].compactMap { JSONNumber($0)?.text }
    }
}

extension JSONNumber {
    /// Whether a `Float` (IEEE 754, binary32) preserves the number's text.
    var isFloat: Bool { Float(text).flatMap { JSONNumber(text: "\($0)") } == self }
}

/// The opposite flag, or every value of an enumeration and one outside it.
enum ChoiceStrategy: ProbeStrategy {
    static let unlistedText = "none of them"
    /// Each name has three near misses.
    private static let maximumNames = 8

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        if let flag = site.value.boolValue { return [ProbeChange("is \(!flag)", .choice, .bool(!flag))] }
        let choices = site.listedValues
        guard !choices.isEmpty else { return [] }
        let texts = choices.compactMap(\.stringValue)
        return choices.map { ProbeChange("is \(Excerpt.of($0))", .choice, $0).comparingAll }
            + [ProbeChange("is an unlisted value", .choice, unlisted(like: site.value)).comparingAll]
            + nearly(texts).map {
                ProbeChange("is almost a listed value: \(Excerpt.of(.string($0)))", .choice, .string($0))
            }
            + texts.prefix(1).flatMap { text in
                [
                    ProbeChange(
                        "is in the wrong letter case", .choice,
                        .string(text == text.uppercased() ? text.lowercased() : text.uppercased())),
                    ProbeChange("has spaces around it", .choice, .string(" \(text) ")),
                ]
            }
    }

    static func unlisted(like value: JSON) -> JSON { value.numberValue == nil ? .string(unlistedText) : -987_654 }

    /// Returns near misses of choices, for code that compares only the beginning or the end.
    private static func nearly(_ texts: [String]) -> [String] {
        texts.filter { $0.first?.isLetter ?? false }.prefix(maximumNames)
            .flatMap { ["\($0.dropLast())", "\($0)2", "2\($0)"] }.filter { !texts.contains($0) }
    }
}

enum TypeStrategy: ProbeStrategy {
    private static let others: [(String, JSON)] = [
        ("is true", true), ("is an integer", 7), ("is 1", 1), ("is a fraction", 1.5), ("is a string", "text"),
        ("is a digit string", "7"), ("is an array", []), ("is an object", [:]),
    ]

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard !site.isRoot else { return [] }
        // The value's own text satisfies every bound.
        let own = site.value.numberValue.map { [("is the number as a string", JSON.string($0.text))] } ?? []
        return (others.filter { $0.1.plainType != site.value.plainType } + own).map { what, value in
            ProbeChange(what, .type, value, isBridged: isBridged(site.value, value))
        }
    }

    /// Foundation reads a boolean as a number, and 0 and 1 as booleans, so a cast cannot distinguish them.
    private static func isBridged(_ good: JSON, _ other: JSON) -> Bool {
        good.numberValue != nil && other.boolValue != nil || good.boolValue != nil && (other == 1 || other == 0)
    }
}
