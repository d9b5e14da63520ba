import Foundation
import JSONSchema

/// Strings that are empty, odd, long, at bounds, outside the pattern or format, or with other numbers in them.
enum StringStrategy: ProbeStrategy {
    /// The maximum length of a generated pattern example.
    private static let longest = 128

    private static let plain: [(String, String)] = [
        ("is empty", ""), ("is an underscore", "_"), ("is a space", " "), ("is a number as a string", "007"),
        ("is the string null", "null"), ("begins with # and has a hyphen", "#a-b"),
        ("begins with @ and ends with =", "@a="), ("is a different URL", "https://example.com/a.png"),
        ("has 10,000 letters", String(repeating: "x", count: 10_000)),
    ]

    private static let odd: [(String, String)] = [
        ("has spaces around it", " padded "), ("has a decomposed accent", "e\u{301}"),
        ("has a composed accent", "\u{E9}"), ("is an emoji", "👩‍👩‍👧"), ("contains NUL", "a\u{0}b"),
        ("contains a newline", "a\nb"), ("is right-to-left", "مرحبا"), ("contains quotes", "\"'\\"),
        ("has both letter cases", "aB Cd"), ("is percent-encoded", "%41%20b"), ("contains an entity", "a&amp;b"),
        ("contains a line break", "a\r\nb"), ("contains separators", "a,b;c|d"), ("contains two spaces", "a  b"),
    ]

    /// Combines all odd strings, so that one probe covers them if the schema accepts it.
    private static let oddest = odd.map(\.1).joined() + " "

    /// Valid strings per format, including dates before 1970 and beyond 32 bits of seconds, and invalid ones.
    private static let formats: [String: [String]] = [
        "date-time": [
            "2024-02-29T23:59:59.5+05:30", "2024-07-01T00:30:00Z", "2024-02-29T23:59:59-03:30", "1899-07-01T12:30:00Z",
            "2106-02-07T06:28:16Z",
            "2023-02-29T00:00:00Z",
        ],
        "date": ["2024-02-29", "1899-07-01", "2106-02-07", "2023-02-29", "2024-02-29T00:00:00Z"],
        "time": ["23:59:59Z", "24:00:00Z"], "email": ["a@b.example", "a@"], "ipv4": ["127.0.0.1", "256.0.0.1"],
        "ipv6": ["::1", ":::1"], "uri": ["https://example.com/a?b=%20#c", "no uri at all", "http://exa mple.com"],
        "uri-reference": ["/a?b", "\\"],
        "uuid": ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "123e4567"],
        "hostname": ["example.com", "-example"], "json-pointer": ["/a", "a"], "regex": ["^a$", "("],
    ]

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard let good = site.value.stringValue else { return [] }
        let isFree = site.accepts(.string(oddest))
        var texts = plain + (isFree ? [("contains unusual characters", oddest)] : odd)
        for length in (site.integers(of: "minLength") + site.integers(of: "maxLength")) where length <= 100_000 {
            for count in [length - 1, length, length + 1] where count >= 0 {
                texts.append(("has \(count) letters", String(repeating: "x", count: count)))
                texts.append(("has \(count) emoji", String(repeating: "😀", count: count)))
                if count > 2 {
                    let padded = " \(String(repeating: "x", count: count - 2)) "
                    texts.append(("has \(count) characters with spaces around them", padded))
                }
            }
        }
        var changes = texts.map { ProbeChange($0, .string, .string($1)) }
        if !site.values(of: "pattern").isEmpty {
            changes += (variants(of: good) + nearMisses(of: good, at: site)).map {
                ProbeChange($0, .string, .string($1), mayBeRefused: !isPromised($1, beside: good, at: site))
            }
        }
        // Code may show other members differently if a date is past.
        changes += moments(like: good, at: site).map { ProbeChange("is \"\($0)\"", .string, .string($0)).comparingAll }
        changes += otherTexts(like: good, at: site).map { text in
            let isDecimal = [text, good].allSatisfy {
                $0.wholeMatch(of: decimal) != nil && JSONNumber(text: $0) != nil
            }
            let mayBeRefused = !isDecimal && !site.isConvertedByName
            let change = ProbeChange("is \"\(text)\"", .string, .string(text), mayBeRefused: mayBeRefused)
            // Code may show other members differently beside a zero.
            return Set(text.filter(\.isNumber)) == ["0"] ? change.comparingAll : change
        }
        for format in site.values(of: "format").compactMap(\.stringValue) {
            changes += examples(of: format, like: good).map { ProbeChange("is \"\($0)\"", .string, .string($0)) }
        }
        return changes
    }

    /// Whether a pattern constrains every letter in which a text differs from a valid one.
    private static func isPromised(_ text: String, beside good: String, at site: ProbeSite) -> Bool {
        let patterns = site.schemas.filter { $0.json["pattern"] != nil }.compactMap(\.schema)
        guard patterns.allSatisfy({ $0.accepts(.string(text)) }) else { return true }
        return text.count == good.count
            && zip(good.indices, text).allSatisfy { index, letter in
                let other = good.replacingCharacters(in: index...index, with: "\u{7F}")
                return good[index] == letter || !patterns.contains { $0.accepts(.string(other)) }
            }
    }

    /// Moments that two date patterns format alike or parse differently. The last two are negative or beyond 32 bits in
    /// seconds since 1970.
    private static let ambiguousMoments = [
        "2024-02-29T13:05:09Z", "2009-07-01T12:30:00Z", "2024-12-30T00:30:00Z", "1899-07-01T12:30:00Z",
        "2106-02-07T06:28:16Z",
    ].compactMap(DateText.date)

    /// Returns the moments in the notation of each date pattern that reproduces the valid text.
    private static func moments(like good: String, at site: ProbeSite) -> [String] {
        site.datePatterns.map(\.formatter).filter { $0.date(from: good).map($0.string) == good }
            .flatMap { ambiguousMoments.map($0.string) }.filter { site.accepts(.string($0)) }
    }

    private static func otherTexts(like good: String, at site: ProbeSite) -> [String] {
        let patterns = site.values(of: "pattern").compactMap(\.stringValue)
        let isRead = !patterns.isEmpty || site.properties.contains { $0.conversion != nil }
        let texts =
            decimals(like: good) + (isRead ? good.withOtherFields : [])
            + patterns.flatMap { PatternExample.variedTexts(of: $0, atMost: longest) }
        // A formatter may read an invalid day as another day.
        let isDate = DateText.date(from: good) != nil
        return texts.filter { site.accepts(.string($0)) && (!isDate || DateText.date(from: $0) != nil) }
    }

    /// Safe to share: a regular expression is immutable but not marked `Sendable`.
    private nonisolated(unsafe) static let decimal = /-?[0-9]+([.,])([0-9]+)/

    /// Returns zero, decimals whose hundredfold is not whole in binary, and one beyond the 53 bits of a Double.
    private static func decimals(like good: String) -> [String] {
        guard let match = good.wholeMatch(of: decimal) else { return [] }
        let places = match.output.2.count
        return ["0", "29", "115", "430", "435", "9007199254740993"].map { digits in
            let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
            return "\(padded.dropLast(places))\(match.output.1)\(padded.suffix(places))"
        }
    }

    /// Returns near misses of a valid text that a loosely read pattern may accept.
    private static func variants(of good: String) -> [(String, String)] {
        [
            ("ends with a control character", good + "\u{7F}"), ("has a trailing newline", good + "\n"),
            ("starts with a control character", "\u{7F}" + good), ("is in uppercase", good.uppercased()),
            ("is in lowercase", good.lowercased()),
            ("has its first letter in the other case", good.turningCase(ofLetter: good.firstIndex(where: \.isCased))),
            ("has its last letter in the other case", good.turningCase(ofLetter: good.lastIndex(where: \.isCased))),
            ("has every letter in the other case", String(good.map(\.inOtherCase))),
        ]
    }

    /// The maximum number of each kind, since each costs a decoding.
    private static let maximumNearMisses = 16

    /// Returns texts that match no pattern, but resemble matching ones: with a designator exchanged, a letter or sign at
    /// an end, one character less or more, or the beginning alone.
    private static func nearMisses(of good: String, at site: ProbeSite) -> [(String, String)] {
        // A lenient reader takes a beginning of a date, or a day of one digit.
        if DateText.date(from: good) != nil || !site.datePatterns.isEmpty { return [] }
        let patterns = site.values(of: "pattern").compactMap(\.stringValue)
        let letters = patterns.flatMap(PatternExample.letters)
        let matching = [good] + patterns.compactMap { PatternExample.text(of: $0) }
        let replaced = matching.lazy.flatMap { text in
            let rest = text.dropLast()
            return ["x\(text.dropFirst())", "+\(text.dropFirst())", "\(rest)x", "\(rest)", text + text.suffix(1)]
        }
        let varied = patterns.flatMap { PatternExample.variedTexts(of: $0, atMost: longest) }.sorted {
            $0.count < $1.count
        }
        let shifted = (varied.suffix(1) + varied.prefix(1) + matching).lazy.flatMap { text -> [String] in
            guard let first = text.firstIndex(where: { $0.isLetter || $0.isNumber }) else { return [] }
            return ["\(text[...first])\(text[first...])", "\(text.dropFirst())"]
        }
        let beginnings = matching.lazy.flatMap { text in text.indices.dropFirst().lazy.map { String(text[..<$0]) } }
        let exchanged = good.indices.lazy.filter { letters.contains(good[$0]) }.flatMap { index in
            letters.lazy.filter { $0 != good[index] }.map {
                good.replacingCharacters(in: index...index, with: String($0))
            }
        }
        func refused(_ texts: some Sequence<String>) -> [String] {
            Array(texts.lazy.filter { !site.accepts(.string($0)) }.prefix(maximumNearMisses))
        }
        return (refused(exchanged) + refused(beginnings) + refused(replaced) + refused(shifted)).distinct
            .map { ("is \"\($0)\"", $0) }
    }

    /// Adds examples in the service's own form, because a formatter accepts only one form of date and time.
    private static func examples(of format: String, like good: String) -> [String] {
        let examples = formats[format] ?? []
        let seconds = "yyyy-MM-ddTHH:mm:ss".count
        guard format == "date-time", good.count > seconds else { return examples }
        return examples + examples.map { "\($0.prefix(seconds))\(good.dropFirst(seconds))" }
    }
}

extension Character {
    fileprivate var inOtherCase: Character {
        let other = isUppercase ? lowercased() : uppercased()
        return other.count == 1 ? other.first ?? self : self
    }
}

extension String {
    /// The string with each two-digit field varied: hours of both halves, days up to 31, years of both centuries.
    ///
    /// Two-digit years change century at 69 (POSIX, `%y`) or 50 (RFC 5280, section 4.1.2.5.1).
    fileprivate var withOtherFields: [String] {
        matches(of: /[0-9]+/).filter { $0.output.count == 2 }.flatMap { field in
            ["00", "12", "13", "23", "31", "50", "69", "99"].filter { $0 != field.output }.map {
                replacingCharacters(in: field.range, with: $0)
            }
        }
    }

    func turningCase(ofLetter index: Index?) -> String {
        guard let index else { return self }
        return self[..<index] + String(self[index].inOtherCase) + self[self.index(after: index)...]
    }
}
