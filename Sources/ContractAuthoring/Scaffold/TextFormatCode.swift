/// Swift functions that decide the formats of JSON Schema.
enum TextFormatCode {
    /// The name of the function that decides a format; `nil` where there is none. What is no format of JSON Schema says
    /// nothing and needs none.
    static func function(for format: String) -> String? { functions[format]?.name }

    /// Whether the format is one that JSON Schema asserts.
    static func isAsserted(_ format: String) -> Bool { functions[format] != nil || unsupported.contains(format) }

    /// The source of a function, and the functions that it calls.
    static func source(of name: String) -> (text: String, uses: [String]) {
        functions.values.first { $0.name == name }.map { ($0.text, $0.uses) } ?? ("", [])
    }

    private static let unsupported: Set<String> = [
        "idn-email", "idn-hostname", "iri", "iri-reference", "uri-template", "relative-json-pointer", "regex",
    ]

    private static func pattern(_ name: String, _ what: String, _ pattern: String) -> (String, String, [String]) {
        (
            name,
            """
            /// Whether a text is \(what).
            private func \(name)(_ text: String) -> Bool {
                matches(text, #"\(pattern)"#)
            }

            """, ["matches"]
        )
    }

    private static let functions: [String: (name: String, text: String, uses: [String])] = [
        "uuid": pattern(
            "isUUID", "a UUID (RFC 9562)",
            "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\\z"),
        "email": pattern(
            "isEmail", "an email address (RFC 5321)",
            "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\\z"
        ),
        "uri": pattern(
            "isURI", "a URI with its scheme (RFC 3986)",
            "^[A-Za-z][A-Za-z0-9+.-]*:(//([A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@?(\\[[0-9A-Fa-f:.]+\\]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(:[0-9]*)?(?=[/?#]|\\z))?([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*(\\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?\\z"
        ),
        "uri-reference": pattern(
            "isURIReference", "a URI or a relative reference (RFC 3986)",
            "^(([A-Za-z][A-Za-z0-9+.-]*:)|(?![^/?#]*:))(//([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}|\\[[0-9A-Fa-f:.]+\\])*)?([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*(\\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?\\z"
        ),
        "ipv4": pattern(
            "isIPv4", "an IPv4 address", "^((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\\.(?!\\z)|\\z)){4}\\z"),
        "ipv6": (
            "isIPv6",
            """
            /// Whether a text is an IPv6 address.
            private func isIPv6(_ text: String) -> Bool {
                var address = in6_addr()
                return !text.utf8.contains(0) && inet_pton(AF_INET6, text, &address) == 1
            }

            """, []
        ),
        "hostname": pattern(
            "isHostname", "a host name (RFC 1123)",
            "^(?=.{1,253}\\z)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\\z"
        ),
        "json-pointer": pattern("isJSONPointer", "a JSON Pointer (RFC 6901)", "^(/([^~/]|~[01])*)*\\z"),
        "duration": pattern(
            "isDuration", "a duration (ISO 8601)",
            "^P(?=[0-9T])([0-9]+W|([0-9]+Y([0-9]+M([0-9]+D)?)?|[0-9]+M([0-9]+D)?|[0-9]+D)?(T(?=[0-9])([0-9]+H([0-9]+M([0-9]+S)?)?|[0-9]+M([0-9]+S)?|[0-9]+S))?)\\z"
        ),
        "time": pattern(
            "isTime", "a time (RFC 3339)",
            "^(([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([zZ]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(\\.[0-9]+)?([zZ]|[+-]00:00))\\z"
        ),
        "date": (
            "isDate",
            """
            /// Whether a text is a day of the calendar (RFC 3339).
            private func isDate(_ text: String) -> Bool {
                guard matches(text, #"^[0-9]{4}-[0-9]{2}-[0-9]{2}\\z"#) else { return false }
                let parts = text.split(separator: "-").compactMap { Int($0) }
                guard (1...12).contains(parts[1]) else { return false }
                let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
                let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
                return (1...days[parts[1] - 1]).contains(parts[2])
            }

            """, ["matches"]
        ),
        "date-time": (
            "isDateTime",
            """
            /// Whether a text is a day and a time (RFC 3339).
            private func isDateTime(_ text: String) -> Bool {
                let scalars = text.unicodeScalars
                guard scalars.count > 11, ["T", "t"].contains(scalars[scalars.index(scalars.startIndex, offsetBy: 10)]) else {
                    return false
                }
                return isDate(String(text.prefix(10))) && isTime(String(text.dropFirst(11)))
            }

            """, ["isDate", "isTime"]
        ),
    ]
}
