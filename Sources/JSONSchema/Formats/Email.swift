/// Mailboxes of RFC 5321 (section 4.1.2), and of RFC 6531 with non-ASCII characters.
enum Email {
    static func isPlain(_ scanner: inout FormatScanner) -> Bool {
        guard takeLocalPart(&scanner, isInternational: false), scanner.take("@") else { return false }
        let domain = UnsafeBufferPointer(rebasing: scanner.bytes[scanner.position...])
        return isLiteral(domain) ?? Hostname.isPlain(domain)
    }

    static func isInternational(_ text: String) -> Bool {
        var native = text
        let domain: String? = native.withUTF8 { bytes in
            var scanner = FormatScanner(bytes)
            guard takeLocalPart(&scanner, isInternational: true), scanner.take("@") else { return nil }
            let rest = UnsafeBufferPointer(rebasing: bytes[scanner.position...])
            if let isLiteral = isLiteral(rest) { return isLiteral ? "localhost" : nil }
            return String(decoding: rest, as: UTF8.self)
        }
        return domain.map(Hostname.isInternational) ?? false
    }

    /// Whether a bracketed domain is an IP address. Returns nil if there are no brackets.
    private static func isLiteral(_ domain: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard domain.first == UInt8(ascii: "[") else { return nil }
        guard domain.last == UInt8(ascii: "]"), domain.count > 2 else { return false }
        let inner = UnsafeBufferPointer(rebasing: domain[1..<(domain.count - 1)])
        var scanner = FormatScanner(inner)
        if inner.count > 5, scanner.takeLetter("i"), scanner.takeLetter("p"), scanner.takeLetter("v"),
            scanner.take("6"),
            scanner.take(":")
        {
            return Address.takeVersion6(&scanner) && scanner.isAtEnd
        }
        scanner.position = 0
        return Address.takeVersion4(&scanner) && scanner.isAtEnd
    }

    private static func takeLocalPart(_ scanner: inout FormatScanner, isInternational: Bool) -> Bool {
        if scanner.take("\"") { return takeQuoted(&scanner, isInternational) }
        let start = scanner.position
        var mayBeDot = false
        while let byte = scanner.peek, byte != UInt8(ascii: "@") {
            if byte == UInt8(ascii: ".") {
                guard mayBeDot else { return false }
                mayBeDot = false
            } else {
                let isLetter = byte &- 48 < 10 || (byte | 0x20) &- 97 < 26
                guard isLetter || byte >= 0x80 && isInternational || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
                else { return false }
                mayBeDot = true
            }
            scanner.position += 1
        }
        return mayBeDot && scanner.position - start <= 64
    }

    private static func takeQuoted(_ scanner: inout FormatScanner, _ isInternational: Bool) -> Bool {
        while let byte = scanner.peek {
            scanner.position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escaped = scanner.peek, 0x20...0x7E ~= escaped else { return false }
                scanner.position += 1
            case 0x20...0x7E: continue
            default: if byte < 0x80 || !isInternational { return false }
            }
        }
        return false
    }
}
