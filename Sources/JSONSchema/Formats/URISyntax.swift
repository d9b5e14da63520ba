/// URIs (RFC 3986) and IRIs (RFC 3987).
enum URISyntax {
    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let scheme = ASCIISet((letters + "+-.").utf8)
    private static let path = text(":@/")
    private static let query = text(":@/?")
    private static let userinfo = text(":")
    private static let host = text("")
    private static let endsOfAuthority = ASCIISet("/?#".utf8)
    private static let endsOfPath = ASCIISet("?#".utf8)
    private static let endsOfQuery = ASCIISet("#".utf8)

    /// Returns the unreserved characters, the delimiters within components, and others.
    private static func text(_ others: String) -> ASCIISet { ASCIISet((letters + "-._~!$&'()*+,;=" + others).utf8) }

    static func isURI(
        _ bytes: UnsafeBufferPointer<UInt8>, isReference: Bool = false, isInternational: Bool = false
    ) -> Bool {
        var rest = bytes[...]
        /// Removes and returns the bytes before the first of some delimiters.
        func take(until ends: ASCIISet) -> Bytes {
            let taken = rest.prefix { !ends.contains($0) }
            rest = rest[taken.endIndex...]
            return taken
        }
        let schemeBytes = rest.prefix(while: scheme.contains)
        let end = schemeBytes.endIndex
        let hasScheme =
            end < bytes.count && bytes[end] == UInt8(ascii: ":") && schemeBytes.first?.isASCIILetter ?? false
        if hasScheme { rest = rest[(end + 1)...] } else if !isReference { return false }
        let hasAuthority = rest.starts(with: "//".utf8)
        if hasAuthority {
            rest = rest.dropFirst(2)
            guard isAuthority(take(until: endsOfAuthority), isInternational) else { return false }
        }
        let pathBytes = take(until: endsOfPath)
        guard isText(pathBytes, path, isInternational) else { return false }
        if !hasScheme, !hasAuthority {
            // Without a scheme, a colon in the first segment would be read as one.
            let segment = pathBytes.prefix { $0 != UInt8(ascii: "/") }
            if segment.contains(UInt8(ascii: ":")) { return false }
        }
        if rest.first == UInt8(ascii: "?") {
            rest = rest.dropFirst()
            guard isText(take(until: endsOfQuery), query, isInternational, isQuery: true) else { return false }
        }
        return isText(rest.dropFirst(), query, isInternational)
    }

    private static func isText(
        _ bytes: Bytes, _ allowed: ASCIISet, _ isInternational: Bool, isQuery: Bool = false
    ) -> Bool {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            if allowed.contains(byte) {
                position += 1
            } else if byte == UInt8(ascii: "%") {
                guard position + 2 < bytes.endIndex, bytes[position + 1].hexadecimalValue != nil,
                    bytes[position + 2].hexadecimalValue != nil
                else { return false }
                position += 3
            } else if byte >= 0x80, isInternational {
                let text = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
                guard let scalar = text.unicodeScalars.first, isIRIScalar(scalar.value, isQuery) else { return false }
                position += UTF8.width(scalar)
            } else {
                return false
            }
        }
        return true
    }

    /// Whether a scalar is a `ucschar` or, in a query, an `iprivate` of RFC 3987.
    private static func isIRIScalar(_ value: UInt32, _ isQuery: Bool) -> Bool {
        switch value {
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
        case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: isQuery
        case 0x10000...0xEFFFF: value & 0xFFFF <= 0xFFFD && !(0xE0000...0xE0FFF).contains(value)
        default: false
        }
    }

    private static func isAuthority(_ bytes: Bytes, _ isInternational: Bool) -> Bool {
        var rest = bytes
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            guard isText(rest[..<at], userinfo, isInternational) else { return false }
            rest = rest[(at + 1)...]
        }
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")), isLiteralAddress(rest[..<close].dropFirst())
            else { return false }
            rest = rest[(close + 1)...]
            return rest.isEmpty || rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(\.isASCIIDigit)
        }
        if let colon = rest.lastIndex(of: UInt8(ascii: ":")) {
            guard rest[(colon + 1)...].allSatisfy(\.isASCIIDigit) else { return false }
            rest = rest[..<colon]
        }
        return isText(rest, host, isInternational)
    }

    private static func isLiteralAddress(_ bytes: Bytes) -> Bool {
        Address.isVersion6(bytes) || future.match(in: String(decoding: bytes, as: UTF8.self)) == .found
    }

    /// The addresses of later versions (RFC 3986, section 3.2.2).
    private static let future = Pattern(known: #"^[Vv][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$"#)
}
