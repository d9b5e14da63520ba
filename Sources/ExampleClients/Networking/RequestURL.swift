import Foundation

extension URL {
    /// Makes a URL of a text that stands in the source, and traps where it is none, in the first test that uses it.
    init(constant text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is no URL") }
        self = url
    }

    /// Puts a URL together from an origin, path segments and query pairs in the order given.
    ///
    /// Every segment, name and value is percent-encoded, so none of them can reach into another part of the URL.
    ///
    /// - Parameter origin: scheme, host and any fixed path before the segments, without a slash at the end.
    /// - Throws: ``RequestFault/segment`` where a segment is empty, `.` or `..`: servers resolve those away
    ///   (RFC 3986, section 5.2.4) even when they are encoded. ``RequestFault/origin`` where the origin is no URL.
    init(origin: String, path: [String], query: [(name: String, value: String)] = []) throws(RequestFault) {
        guard path.allSatisfy({ !["", ".", ".."].contains($0) }) else { throw .segment }
        var text = ([origin] + path.map(\.percentEncoded)).joined(separator: "/")
        if !query.isEmpty { text += "?" + Self.queryText(query) }
        guard let url = URL(string: text) else { throw .origin }
        self = url
    }

    /// Query pairs as they stand after the question mark.
    static func queryText(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    /// Reads an absolute http or https address without user, fragment, or characters RFC 3986 forbids.
    ///
    /// `URL(string:)` repairs or accepts nearly any text, "aa" too, which no browser could open. What is accepted is
    /// exactly `^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?]([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$`.
    init?(webAddress text: String) {
        var rest = Substring(text).utf8
        guard let scheme = ["https://", "http://"].first(where: { rest.starts(with: $0.utf8) }) else { return nil }
        rest = rest.dropFirst(scheme.utf8.count)
        let host = rest.prefix(while: Self.isHostByte)
        guard !host.isEmpty else { return nil }
        rest = rest.dropFirst(host.count)
        if rest.first == UInt8(ascii: ":") {
            let port = rest.dropFirst().prefix { Self.isDigit($0) }
            guard (1...5).contains(port.count) else { return nil }
            rest = rest.dropFirst(1 + port.count)
        }
        if let first = rest.first {
            guard first == UInt8(ascii: "/") || first == UInt8(ascii: "?") else { return nil }
        }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(Self.isHexDigit) else { return nil }
            } else {
                guard Self.isHostByte(byte) || "_~!$&'()*+,;=:@/?".utf8.contains(byte) else { return nil }
            }
        }
        self.init(string: text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}

extension String {
    /// The text with every byte outside RFC 3986's unreserved characters percent-encoded, as UTF-8.
    ///
    /// The result means the same to RFC 3986 and to form decoding: a space is `%20` and a plus `%2B`, never `+`. What is
    /// already encoded is encoded again, and nothing is normalised, so decoding gives exactly the text back.
    var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "" }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension Double {
    /// The shortest decimal text that reads back as this number, digits as far as 21 places: `40`, `0.00001`, `1e-7`.
    ///
    /// Locales have no part in it: a comma for a point would make another number of it.
    var queryText: String {
        let scientific = magnitude.description.split(separator: "e")
        let digits = scientific[0].split(separator: ".")
        let whole = digits[0]
        let fraction = digits.count == 2 && digits[1] != "0" ? digits[1] : ""
        let sign = self < 0 ? "-" : ""
        guard scientific.count == 2, let exponent = Int(scientific[1]) else {
            return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
        }
        // Swift turns to exponents below 1e-4 and from 2^53 on; other languages keep to digits for longer.
        switch exponent {
        case -6..<0:
            return sign + "0." + String(repeating: "0", count: -exponent - 1) + whole + fraction
        case 0..<21:
            return sign + whole + fraction + String(repeating: "0", count: exponent - fraction.count)
        default:
            return sign + whole + (fraction.isEmpty ? "" : "." + fraction) + "e\(exponent)"
        }
    }
}

/// The reason why a request cannot be built from what it was given.
enum RequestFault: Error {
    /// A path segment is empty, `.` or `..`.
    case segment
    /// The fixed part of the URL is none.
    case origin
    /// A header's value is empty, or holds something else than visible ASCII.
    case header
}
