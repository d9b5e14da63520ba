/// A format of JSON Schema 2020-12 (validation, section 7.3).
package struct StringFormat: Sendable {
    let phrase: String
    package let matches: @Sendable (String) -> Bool

    private init(_ phrase: String, _ matches: @escaping @Sendable (String) -> Bool) {
        (self.phrase, self.matches) = (phrase, matches)
    }

    private init(_ phrase: String, bytes matches: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Bool) {
        self.init(phrase) { text in
            var text = text
            return text.withUTF8(matches)
        }
    }

    private init(_ phrase: String, pattern source: String) {
        let pattern = Pattern(known: source)
        self.init(phrase) { pattern.match(in: $0) == .found }
    }

    package static let named: [String: StringFormat] = [
        "date-time": StringFormat(
            "a date-time (RFC 3339), such as 2024-02-29T12:30:00Z", bytes: DateTimeSyntax.isDateTime),
        "date": StringFormat("a date (RFC 3339), such as 2024-02-29", bytes: DateTimeSyntax.isDate),
        "time": StringFormat("a time (RFC 3339), such as 12:30:00Z", bytes: DateTimeSyntax.isTime),
        "duration": StringFormat("a duration (ISO 8601), such as P1DT12H", pattern: duration),
        "email": StringFormat("an email address") { Email.isValid($0, isInternational: false) },
        "idn-email": StringFormat("an internationalized email address") { Email.isValid($0, isInternational: true) },
        "hostname": StringFormat("a host name") { Hostname.isValid($0, isInternational: false) },
        "idn-hostname": StringFormat("an internationalized host name") {
            Hostname.isValid($0, isInternational: true)
        },
        "ipv4": StringFormat("an IPv4 address", bytes: Address.isVersion4),
        "ipv6": StringFormat("an IPv6 address", bytes: Address.isVersion6),
        "uri": StringFormat("a URI with its scheme", bytes: { URISyntax.isURI($0) }),
        "uri-reference": StringFormat("a URI reference", bytes: { URISyntax.isURI($0, isReference: true) }),
        "iri": StringFormat("an IRI with its scheme", bytes: { URISyntax.isURI($0, isInternational: true) }),
        "iri-reference": StringFormat(
            "an IRI reference",
            bytes: {
                URISyntax.isURI($0, isReference: true, isInternational: true)
            }),
        "uuid": StringFormat(
            "a UUID", pattern: "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"),
        "uri-template": StringFormat("a URI template (RFC 6570)", pattern: template),
        "json-pointer": StringFormat("a JSON Pointer", pattern: "^\(pointer)$"),
        "relative-json-pointer": StringFormat(
            "a relative JSON Pointer", pattern: #"^(?:0|[1-9]\d*)(?:#|\#(pointer))$"#),
        "regex": StringFormat("a regular expression (ECMA-262)") { (try? PatternParser.parse($0)) != nil },
    ]

    /// RFC 3339, appendix A.
    private static let duration: String = {
        let days = #"(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)"#
        let times = #"T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)"#
        return #"^P(?:\d+W|\#(days)(?:\#(times))?|\#(times))$"#
    }()

    private static let template: String = {
        let percent = "%[0-9A-Fa-f]{2}"
        let letter = "(?:[A-Za-z0-9_]|\(percent))"
        let variable = #"\#(letter)(?:\.?\#(letter))*(?:\*|:[1-9]\d{0,3})?"#
        let literal = #"[^\x00-\x20"<>\\^`{|}\x7F%]"#
        return #"^(?:\#(literal)|\#(percent)|\{[+#./;?&=,!@|]?\#(variable)(?:,\#(variable))*\})*$"#
    }()

    /// RFC 6901, section 3.
    private static let pointer = "(?:/[^~/]*(?:~[01][^~/]*)*)*"
}
