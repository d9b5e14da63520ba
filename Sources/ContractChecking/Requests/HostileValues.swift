import ContractFormat
import Foundation
import JSONSchema

/// Arguments that break request builders: separators, escapes and injections in a URL, a header or a body.
enum HostileValues {
    struct Value: Sendable {
        /// A readable name: `an ampersand`.
        let name: String
        let json: JSON
    }

    private static let texts: [(String, String)] = [
        ("capitals", "aBC"),
        ("a space", "a b"), ("an ampersand", "a&b=c"), ("an equals sign", "a=b"), ("the padding of Base64", "YWI9PQ=="),
        ("a plus", "a+b"), ("a number sign", "a#b"), ("a number sign at the start", "#a"),
        ("a question mark", "a?b"), ("a slash", "a/b"), ("a percent sign", "100%"), ("a semicolon", "a;b"),
        ("text that is already percent-encoded", "a%20b%2F"), ("double quotes", "say \"hi\""),
        ("single quotes", "it's"),
        ("a backslash", "a\\b"), ("a JSON fragment", "\",\"admin\":true,\"x\":\""), ("a newline", "a\nb"),
        ("a header after a line break", "a\r\nX-Injected: 1"), ("NUL", "a\u{0}b"), ("a tab", "a\tb"),
        ("a composed accent", "caf\u{E9}"),
        ("a decomposed accent", "cafe\u{301}"), ("an emoji", "👩‍👩‍👧"), ("right-to-left text", "مرحبا"), ("CJK", "日本"),
        ("an empty string", ""), ("a blank", " "), ("spaces around it", " a "), ("two blanks", "a  b"), ("a dot", "."),
        ("two dots", ".."),
        ("a path traversal", "../../etc"), ("a URL", "https://evil.example/?a=b"), ("a user and host", "@evil.example"),
        ("braces", "{a}"), ("markup", "a<b>&lt;]]>"), ("a comma", "a,b"),
        ("8 KiB", String(repeating: "0123456789abcdef", count: 512)),
    ]
    /// A `Double` of 29 hundredths or 1001 thousandths is less than whole when multiplied back. The last line has
    /// common page sizes, which code may omit. Of 37 integer defaults in 26 published documents, 35 are 0, 1, 5, 20, 30
    /// or 100.
    private static let numbers = [
        "0", "-1", "1", "-0", "0.5", "-0.000001", "1e21", "1.5e-7", "123456789012", "9007199254740993",
        "9223372036854775807", "-9223372036854775808", "2147483648", "0.1", "40.7", "-73.84", "90", "-180",
        "29", "1001",
        "5", "10", "20", "25", "30", "50", "100",
    ]

    /// Returns the values to try for an argument: scalars, whether or not its schema accepts them, and accepted lists.
    static func values(for argument: ArgumentContract) -> [Value] {
        let schemas = [argument.schema.view]
        let lists: [Value] = [
            Value(name: "an empty array", json: []), Value(name: "one element", json: ["a&b"]),
            Value(name: "200 elements", json: .array((0..<200).map { .string("\($0)") })),
        ]
        // A builder may rely on the number of elements, such as the two of a position.
        return scalars(of: schemas) + lists.filter { argument.schema.schema.accepts($0.json) }
            + HostileContainers.values(of: argument)
    }

    /// Returns the scalars to try, whether or not the schemas accept them.
    static func scalars(of schemas: [SchemaView]) -> [Value] {
        let facts = SchemaFacts(schemas)
        let numeric = SchemaAlternatives().alternatives(of: schemas).filter {
            !$0.types.isDisjoint(with: .number)
        }
        // Swift represents a non-integer as a binary fraction, which cannot hold every decimal.
        let isExact = !numeric.isEmpty && numeric.allSatisfy(\.isPlainInteger)
        let whole = numeric.contains { $0.types.contains(.fraction) } ? [] : numeric
        let choices = (facts.enumeration ?? []).map { Value(name: "the choice \(Excerpt.of($0))", json: $0) }
        let lengths = [facts.lengths.least, facts.lengths.greatest ?? 0].filter { (1...10_000).contains($0) }
        let bounds = [facts.lowerBound, facts.upperBound].compactMap { $0?.value }
        func repeated(_ letter: String, _ name: String, _ count: Int) -> Value {
            Value(name: "\(count) \(name)", json: .string(String(repeating: letter, count: count)))
        }
        let counts: [Int] = lengths.flatMap { [max(0, $0 - 1), $0, $0 + 1] }
        let spelled = counts.flatMap { [repeated("x", "letters", $0), repeated("😀", "emoji", $0)] }
        let dates = (facts.formats.contains("date-time") ? moments : []) + (facts.formats.contains("date") ? days : [])
        func isHeld(_ text: String) -> Bool {
            isExact || (facts.formats.contains("float") ? JSONNumber(text: text)?.isFloat ?? false : isDouble(text))
        }
        let digits = numeric.flatMap { manyDigits($0, isWhole: !whole.isEmpty) }
            .filter { isHeld($0.text) }.map { Value(name: $0.text, json: .number($0)) }
        let plain = numbers.filter(isHeld).compactMap { number($0) }
            .filter { fits($0, whole) && isWithin(numeric, $0) }
        // Code may take any number of a short range, such as the usual number of days, for a default.
        let range = isExact ? facts.shortRange.map { Value(name: "\($0)", json: JSON($0)) } : []
        return choices + range + texts.map { Value(name: $0, json: .string($1)) } + spelled + patterned(facts)
            + dates.map { Value(name: "a moment \($0)", json: .string($1)) }
            + digits + bounds.flatMap { [$0.text] + around($0) }.compactMap { number($0) } + plain
            + [Value(name: "true", json: true), Value(name: "false", json: false), Value(name: "null", json: .null)]
    }

    static let bytes: [Value] = [
        ("no bytes", []), ("NUL", [0]), ("bytes that are not UTF-8", [0xFF, 0xFE, 0x80]),
        ("line breaks", Array("\r\n\r\n".utf8)), ("the start of a boundary", Array("\r\n--".utf8)),
        ("a boundary", Array("\r\n--boundary--\r\n".utf8)), ("every byte", Array(0...255)),
        ("64 KiB", [UInt8](repeating: 0x5A, count: 65_536)),
    ].map { Value(name: $0.0, json: .string(Data($0.1 as [UInt8]).base64EncodedString())) }

    private static let moments = [
        ("before midnight in UTC", "2024-02-29T23:30:47Z"), ("in a different time zone", "2024-02-29T23:30:00-05:30"),
        ("in summer", "2024-07-01T00:30:59Z"), ("in a week that ends next year", "2024-12-30T12:00:00Z"),
        ("before 1970", "1968-02-29T23:30:47Z"),
    ]
    /// An instant that whole seconds truncate, for requests with milliseconds.
    static let fraction = Value(name: "a date-time with a fraction of a second", json: "2024-02-29T23:30:00.625Z")

    /// Dates that a week-based year (`YYYY`), another way of counting days, or a format without zeros writes wrongly.
    private static let days = [
        ("in a week that ends next year", "2024-12-30"), ("in a leap year", "2024-02-29"),
        ("on the first of January", "2023-01-01"),
    ]

    /// Returns varied strings that match the schema's patterns, including the longest.
    private static func patterned(_ facts: SchemaFacts) -> [Value] {
        let longest = min(facts.lengths.greatest ?? 128, 1_024)
        let texts = facts.patterns.flatMap { PatternExample.variedTexts(of: $0, atMost: longest) }
        // A number loses the zero of 12.50, and code may take 0.00 for no number.
        let zeros = texts.prefix(1).flatMap { text in
            let last = text.lastIndex(where: \.isWholeNumber)
            return (last.map { [text.replacingCharacters(in: $0...$0, with: "0")] } ?? [])
                + [String(text.map { $0.isWholeNumber ? "0" : $0 })]
        }
        return (texts + zeros).distinct.map {
            Value(name: "the pattern's \(Excerpt.of(.string($0)))", json: .string($0))
        }
    }

    /// Numbers that a format, a `Float`, a `Double` or a product with 100 truncates. They exceed 24 or 53 bits, or
    /// their binary fractions are too small.
    private static let precise = [
        "123456789", "9007199254740993", "-9007199254740993", "9223372036854775807", "0.29", "4.35", "40.712775897",
        "-73.983947261", "1234567.891011",
    ]

    /// Returns the precise numbers, moved into the schema's bounds and to multiples of its step.
    private static func manyDigits(_ facts: SchemaFacts, isWhole: Bool) -> [JSONNumber] {
        let (low, high) = (
            facts.lowerBound.flatMap { decimal($0.value) }, facts.upperBound.flatMap { decimal($0.value) }
        )
        let step = facts.divisors.first.flatMap(decimal) ?? (isWhole ? 1 : nil)
        return precise.compactMap { text in
            guard var value = Decimal(string: text) else { return nil }
            switch (low, high) {
            case (let low?, let high?) where value < low || value > high:
                guard low < high else { return nil }
                value = low + (abs(value) - (abs(value) / (high - low)).rounded(.down) * (high - low))
            case (let low?, nil) where value < low: value = low + abs(value)
            case (nil, let high?) where value > high: value = high - abs(value)
            case (_, _): break
            }
            if let step, step > 0 { value = (value / step).rounded(value < 0 ? .up : .down) * step }
            return JSONNumber(text: value.description)
        }.filter { number in facts.sources.allSatisfy { $0.schema?.accepts(.number(number)) ?? true } }
    }

    private static func decimal(_ number: JSONNumber) -> Decimal? {
        abs(number.doubleValue) < 1e30 ? Decimal(string: number.text) : nil
    }

    /// Whether a number fits Int64, or a bound of an integer alternative in `whole` exceeds Int64.
    private static func fits(_ value: Value, _ whole: [SchemaFacts]) -> Bool {
        guard !whole.isEmpty, let number = value.json.numberValue, number.intValue == nil else { return true }
        return whole.contains { facts in
            let bound = number < JSONNumber(0) ? facts.lowerBound : facts.upperBound
            return bound.map { $0.value.intValue == nil } ?? false
        }
    }

    /// Whether a number is within the schema's bounds. A distant one may trap an otherwise sound conversion.
    private static func isWithin(_ numeric: [SchemaFacts], _ value: Value) -> Bool {
        guard !numeric.isEmpty, let number = value.json.numberValue?.doubleValue else { return true }
        return numeric.contains { facts in
            number >= facts.lowerBound?.value.doubleValue ?? -.infinity
                && number <= facts.upperBound?.value.doubleValue ?? .infinity
        }
    }

    private static func isDouble(_ text: String) -> Bool {
        JSONNumber(text: text) == Double(text).flatMap { JSONNumber($0) }
    }

    private static func around(_ bound: JSONNumber) -> [String] {
        guard let integer = bound.intValue, integer > .min, integer < .max else { return [] }
        return ["\(integer - 1)", "\(integer + 1)"]
    }

    private static func number(_ text: String) -> Value? {
        JSONNumber(text: text).map { Value(name: text, json: .number($0)) }
    }
}

extension Decimal {
    fileprivate func rounded(_ mode: RoundingMode) -> Decimal {
        var (value, result) = (self, Decimal())
        NSDecimalRound(&result, &value, 0, mode)
        return result
    }
}

extension SchemaFacts {
    /// The whole numbers between the bounds, if there are at most 32.
    fileprivate var shortRange: [Int] {
        guard let low = lowerBound, let high = upperBound, !low.isExclusive, !high.isExclusive,
            let least = low.value.intValue, let greatest = high.value.intValue, least <= greatest
        else { return [] }
        let (distance, isTooLong) = greatest.subtractingReportingOverflow(least)
        return isTooLong || distance >= 32 ? [] : Array(least...greatest)
    }
}
