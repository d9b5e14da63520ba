import Foundation

extension URL {
    /// Creates a URL from a literal. Traps if it is invalid, which the first test that uses it reveals.
    init(constant text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is no URL") }
        self = url
    }

    /// Builds a URL from an origin, path segments and ordered query pairs.
    ///
    /// Every segment, name and value is percent-encoded, so none can affect another part of the URL.
    ///
    /// - Parameter origin: scheme, host and any fixed path prefix, without a trailing slash.
    /// - Throws: ``RequestFault/segment`` if a segment is empty, `.` or `..`, because servers resolve those (RFC 3986,
    ///   section 5.2.4) even if encoded. ``RequestFault/origin`` if the origin is not a URL.
    init(origin: String, path: [String], query: [(name: String, value: String)] = []) throws(RequestFault) {
        guard path.allSatisfy({ !["", ".", ".."].contains($0) }) else { throw .segment }
        var text = ([origin] + path.map(\.percentEncoded)).joined(separator: "/")
        if !query.isEmpty { text += "?" + Self.queryText(query) }
        guard let url = URL(string: text) else { throw .origin }
        self = url
    }

    static func queryText(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    /// Parses an absolute http or https URL without user, fragment, or characters that RFC 3986 forbids.
    ///
    /// `URL(string:)` repairs or accepts nearly any string, even "aa".
    init?(webAddress text: String) {
        let pattern =
            #"\Ahttps?://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?](?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*+)?\z"#
        guard text.range(of: pattern, options: .regularExpression) != nil else { return nil }
        self.init(string: text)
    }
}

extension String {
    /// The string in UTF-8 with all but RFC 3986's unreserved characters percent-encoded.
    ///
    /// URL and form decoding agree on the result, because it has no `+`. Existing escapes are encoded again.
    var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "" }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension Double {
    /// The shortest decimal text of this number, without an exponent up to 21 digits: `40`, `0.00001`, `1e-7`.
    ///
    /// The locale is ignored, because a decimal comma would change the number.
    var queryText: String {
        let scientific = magnitude.description.split(separator: "e")
        let digits = scientific[0].split(separator: ".")
        let whole = digits[0]
        let fraction = digits.count == 2 && digits[1] != "0" ? digits[1] : ""
        let sign = self < 0 ? "-" : ""
        guard scientific.count == 2, let exponent = Int(scientific[1]) else {
            return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
        }
        // Swift switches to exponents below 1e-4 and from 2^53; other languages use plain digits longer.
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

enum RequestFault: Error {
    /// A path segment is empty, `.` or `..`.
    case segment
    /// The fixed part of the URL is invalid.
    case origin
    /// A header field value is empty or not visible ASCII.
    case header
}
