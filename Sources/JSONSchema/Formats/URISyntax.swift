/// URIs (RFC 3986) and IRIs (RFC 3987). Most formats in practice are URIs, so this code uses raw pointers and loops,
/// which are many times faster in debug builds.
enum URISyntax {
    /// The characters allowed in a URI component, besides percent-encoded bytes and, in an IRI, non-ASCII characters.
    private struct Allowed: Sendable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        init(_ characters: String) { self.init(only: letters + "-._~!$&'()*+,;=" + characters) }

        init(only characters: String) {
            for byte in characters.utf8 {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
            }
        }

        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            byte < 64 ? low & (1 << UInt64(byte)) != 0 : byte < 128 && high & (1 << UInt64(byte - 64)) != 0
        }
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let scheme = Allowed(only: letters + "+-.")
    private static let path = Allowed(":@/")
    private static let query = Allowed(":@/?")
    private static let userinfo = Allowed(":")
    private static let host = Allowed("")
    private static let endsOfAuthority = Allowed(only: "/?#")
    private static let endsOfPath = Allowed(only: "?#")
    private static let endsOfQuery = Allowed(only: "#")

    static func isURI(
        _ bytes: UnsafeBufferPointer<UInt8>, isReference: Bool = false, isInternational: Bool = false
    ) -> Bool {
        var position = schemeLength(bytes)
        let hasScheme = position > 0
        if !hasScheme, !isReference { return false }
        let hasAuthority =
            position + 1 < bytes.count && bytes[position] == UInt8(ascii: "/")
            && bytes[position + 1] == UInt8(ascii: "/")
        if hasAuthority {
            let start = position + 2
            position = end(from: start, in: bytes, endsOfAuthority)
            guard isAuthority(bytes[start..<position], isInternational) else { return false }
        }
        let pathStart = position
        position = end(from: position, in: bytes, endsOfPath)
        let pathBytes = bytes[pathStart..<position]
        guard isText(pathBytes, path, isInternational) else { return false }
        if !hasScheme, !hasAuthority {
            // Without a scheme, a colon in the first segment would be read as one.
            let segment = pathBytes.prefix { $0 != UInt8(ascii: "/") }
            if segment.contains(UInt8(ascii: ":")) { return false }
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: "?") {
            let start = position + 1
            position = end(from: start, in: bytes, endsOfQuery)
            guard isText(bytes[start..<position], query, isInternational, isQuery: true) else { return false }
        }
        guard position < bytes.count else { return true }
        return isText(bytes[(position + 1)...], query, isInternational)
    }

    /// Returns the length of the scheme with its colon, or 0.
    private static func schemeLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = bytes.baseAddress, !bytes.isEmpty, base[0].isASCIILetter else { return 0 }
        var position = 1
        while position < bytes.count, scheme.contains(base[position]) { position += 1 }
        return position < bytes.count && base[position] == UInt8(ascii: ":") ? position + 1 : 0
    }

    private static func end(from start: Int, in bytes: UnsafeBufferPointer<UInt8>, _ ends: Allowed) -> Int {
        guard let base = bytes.baseAddress else { return start }
        var position = start
        let count = bytes.count
        while position < count, !ends.contains(base[position]) { position += 1 }
        return position
    }

    @inline(__always)
    private static func isText(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ allowed: Allowed, _ isInternational: Bool, isQuery: Bool = false
    ) -> Bool {
        guard let start = bytes.base.baseAddress else { return true }
        var position = bytes.startIndex
        let end = bytes.endIndex
        while position < end {
            let byte = start[position]
            if allowed.contains(byte) {
                position += 1
            } else if byte == UInt8(ascii: "%") {
                guard position + 2 < end, bytes[position + 1].hexadecimalValue != nil,
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

    private static func isAuthority(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ isInternational: Bool) -> Bool {
        var rest = bytes
        if let at = last(UInt8(ascii: "@"), in: rest) {
            guard isText(rest[..<at], userinfo, isInternational) else { return false }
            rest = rest[(at + 1)...]
        }
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            guard isLiteralAddress(rest[(rest.startIndex + 1)..<close]) else { return false }
            rest = rest[(close + 1)...]
            return rest.isEmpty || rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy { $0 &- 48 < 10 }
        }
        if let colon = last(UInt8(ascii: ":"), in: rest) {
            guard rest[(colon + 1)...].allSatisfy({ $0 &- 48 < 10 }) else { return false }
            rest = rest[..<colon]
        }
        return isText(rest, host, isInternational)
    }

    private static func last(_ byte: UInt8, in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let start = bytes.base.baseAddress else { return nil }
        var position = bytes.endIndex
        while position > bytes.startIndex {
            position -= 1
            if start[position] == byte { return position }
        }
        return nil
    }

    private static func isLiteralAddress(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        Address.isVersion6(bytes) || future.match(in: String(decoding: bytes, as: UTF8.self)) == .found
    }

    /// The addresses of later versions (RFC 3986, section 3.2.2).
    private static let future = Pattern(known: #"^[Vv][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$"#)
}
