import JSONValues

/// A URL split into components without decoding (RFC 3986, appendix B).
///
/// Foundation's parser is slow on Linux and normalizes URLs. Matching and redaction need the original bytes.
package struct URLText {
    let bytes: [UInt8]
    /// The scheme in lower case; empty in a relative reference.
    let scheme: String
    /// `user:password`, without the `@`.
    let userInfo: Range<Int>?
    let hostAndPort: Range<Int>
    let path: Range<Int>
    /// The query without the question mark.
    let query: Range<Int>?
    /// The fragment without the number sign.
    let fragment: Range<Int>?

    package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    init(bytes: [UInt8]) {
        self.bytes = bytes
        var rest = 0
        let schemeEnd = bytes.firstIndex { !($0.isASCIIAlphanumeric || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E) } ?? 0
        if schemeEnd > 0, bytes[schemeEnd] == UInt8(ascii: ":") {
            scheme = String(decoding: bytes[..<schemeEnd], as: UTF8.self).lowercased()
            rest = schemeEnd + 1
        } else {
            scheme = ""
        }
        if bytes[rest...].starts(with: "//".utf8) {
            let start = rest + 2
            rest = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
            let at = bytes[start..<rest].lastIndex(of: UInt8(ascii: "@"))
            userInfo = at.map { start..<$0 }
            hostAndPort = (at.map { $0 + 1 } ?? start)..<rest
        } else {
            userInfo = nil
            hostAndPort = rest..<rest
        }
        let hash = bytes[rest...].firstIndex(of: UInt8(ascii: "#"))
        fragment = hash.map { $0 + 1..<bytes.count }
        let end = hash ?? bytes.count
        let question = bytes[rest..<end].firstIndex(of: UInt8(ascii: "?"))
        query = question.map { $0 + 1..<end }
        path = rest..<(question ?? end)
    }

    /// `scheme://host[:port]` in lower case, without the default port and user information.
    package var origin: String {
        var host = String(decoding: bytes[hostAndPort], as: UTF8.self).lowercased()
        let defaultPort = scheme == "https" ? ":443" : scheme == "http" ? ":80" : nil
        if let defaultPort, host.hasSuffix(defaultPort) { host.removeLast(defaultPort.count) }
        if host.hasSuffix(":") { host.removeLast() }
        return scheme + "://" + host
    }

    /// The decoded path segments. Both `/` and the empty path are one empty segment.
    var segments: [[UInt8]] {
        let text = bytes[path]
        let relative = text.first == UInt8(ascii: "/") ? text.dropFirst() : text
        return relative.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(PercentCoding.decode)
    }

    var queryPairs: [FormPair] { query.map { FormPair.parse(bytes[$0], plusIsSpace: false) } ?? [] }
}

/// A decoded `name=value` of a query or form. The value is `nil` if there is no equals sign.
package struct FormPair: Hashable, Comparable {
    var name: [UInt8]
    var value: [UInt8]?

    package static func parse(_ text: ArraySlice<UInt8>, plusIsSpace: Bool) -> [FormPair] {
        text.split(separator: UInt8(ascii: "&")).map { part in
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
                PercentCoding.decode(plusIsSpace ? text.map { $0 == 0x2B ? 0x20 : $0 }[...] : text)
            }
            return FormPair(
                name: decode(part[..<(equals ?? part.endIndex)]), value: equals.map { decode(part[($0 + 1)...]) })
        }
    }

    package static func < (lhs: FormPair, rhs: FormPair) -> Bool {
        if lhs.name != rhs.name { return lhs.name.lexicographicallyPrecedes(rhs.name) }
        guard let right = rhs.value else { return false }
        guard let left = lhs.value else { return true }
        return left.lexicographicallyPrecedes(right)
    }

    var text: (name: String, value: String) { (nameText, valueText) }
    package var nameText: String { String(decoding: name, as: UTF8.self) }
    package var valueText: String { String(decoding: value ?? [], as: UTF8.self) }
}

/// Percent-encoding (RFC 3986, 2.1).
package enum PercentCoding {
    /// Decodes `%XX`. A percent sign without two hexadecimal digits stays unchanged.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if let byte = triple(in: text, at: index) {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(text[index])
                index += 1
            }
        }
        return decoded
    }

    static func encode(
        _ bytes: some Sequence<UInt8>, uppercase: Bool = true, allowing allowed: String.UTF8View = "".utf8
    ) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) || allowed.contains(byte)
                ? [byte] : [UInt8(ascii: "%")] + Hex.encode([byte], uppercase: uppercase)
        }
    }

    package static func encode(_ text: String, allowing allowed: String) -> String {
        String(decoding: encode(text.utf8, allowing: allowed.utf8), as: UTF8.self)
    }

    static func triple(in text: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex, let high = text[index + 1].hexadecimalValue,
            let low = text[index + 2].hexadecimalValue
        else { return nil }
        return UInt8(high << 4 | low)
    }
}

extension [String] {
    /// The URL path of these segments, percent-encoded (RFC 3986, section 3.3).
    package var encodedPath: String {
        map { PercentCoding.encode($0, allowing: ":@!$&'()*,;=") }.joined(separator: "/")
    }
}

package enum Hex {
    package static func encode(_ bytes: some Sequence<UInt8>, uppercase: Bool) -> [UInt8] {
        let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    /// Decodes pairs of digits. A last odd digit is dropped.
    static func decode(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        let values = digits.compactMap(\.hexadecimalValue)
        return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    /// Returns the longest runs of digits that encode at least four bytes.
    static func runs(in text: [UInt8]) -> [Range<Int>] {
        text.indices.split { text[$0].hexadecimalValue == nil }.filter { $0.count >= 8 }
    }
}

extension String {
    package var beforeQuery: Substring { Substring(utf8.prefix { $0 != UInt8(ascii: "?") }) }
}
