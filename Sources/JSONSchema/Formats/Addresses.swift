import Foundation

/// Host names (RFC 1123), and internationalized ones (RFC 5890 to 5893, "IDNA 2008").
enum Hostname {
    /// Whether all labels are letters, digits and inner hyphens. A label in `xn--` must be a valid A-label.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !bytes.isEmpty, bytes.count <= 253 else { return false }
        for label in bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard isPlainLabel(Array(label)) else { return false }
        }
        return true
    }

    private static func isPlainLabel(_ label: [UInt8]) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen,
            label.allSatisfy({ $0 &- 48 < 10 || ($0 | 0x20) &- 97 < 26 || $0 == hyphen })
        else { return false }
        guard label.count >= 4, label[2] == hyphen, label[3] == hyphen else { return true }
        return isALabel(label)
    }

    private static func isALabel(_ label: [UInt8]) -> Bool {
        guard label[0] | 0x20 == UInt8(ascii: "x"), label[1] | 0x20 == UInt8(ascii: "n") else { return false }
        let encoded = label[4...].map(\.asciiLowercased)
        guard let scalars = Punycode.decode(encoded), scalars.contains(where: { $0.value >= 0x80 }),
            Punycode.encode(scalars) == encoded
        else { return false }
        return InternationalLabel.isValid(scalars) && InternationalLabel.meetsBidiRule([scalars])
    }

    static func isInternational(_ text: String) -> Bool {
        let separators: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        let labels = text.unicodeScalars.split(omittingEmptySubsequences: false) { separators.contains($0) }
        var length = labels.count - 1
        var decoded: [[Unicode.Scalar]] = []
        for label in labels {
            let scalars = Array(label)
            if scalars.allSatisfy(\.isASCII) {
                let bytes = scalars.map { UInt8($0.value) }
                guard isPlainLabel(bytes) else { return false }
                length += bytes.count
                let isEncoded = bytes.count >= 4 && bytes[2] == UInt8(ascii: "-") && bytes[3] == UInt8(ascii: "-")
                decoded.append(
                    isEncoded ? Punycode.decode(bytes[4...].map(\.asciiLowercased)) ?? [] : scalars)
            } else {
                guard InternationalLabel.isValid(scalars), let encoded = Punycode.encode(scalars),
                    encoded.count + 4 <= 63
                else { return false }
                length += encoded.count + 4
                decoded.append(scalars)
            }
        }
        return length <= 253 && InternationalLabel.meetsBidiRule(decoded)
    }
}

/// Punycode (RFC 3492).
enum Punycode {
    static func decode(_ encoded: [UInt8]) -> [Unicode.Scalar]? {
        var output: [UInt32] = []
        var input = encoded[...]
        if let hyphen = encoded.lastIndex(of: UInt8(ascii: "-")) {
            output = encoded[..<hyphen].map(UInt32.init)
            input = encoded[(hyphen + 1)...]
        }
        var code = 128
        var index = 0
        var bias = 72
        while !input.isEmpty {
            let start = index
            var weight = 1
            var step = 36
            while true {
                guard let byte = input.popFirst(), let digit = digit(byte) else { return nil }
                let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
                guard !overflow, index + product < 1 << 32 else { return nil }
                index += product
                let threshold = min(max(step - bias, 1), 26)
                if digit < threshold { break }
                weight *= 36 - threshold
                step += 36
                if weight > 1 << 32 { return nil }
            }
            bias = adapt(index - start, output.count + 1, isFirst: start == 0)
            code += index / (output.count + 1)
            index %= output.count + 1
            guard code <= 0x10FFFF else { return nil }
            output.insert(UInt32(code), at: index)
            index += 1
        }
        let scalars = output.compactMap(Unicode.Scalar.init)
        return scalars.count == output.count ? scalars : nil
    }

    static func encode(_ scalars: [Unicode.Scalar]) -> [UInt8]? {
        // Longer labels are always invalid, and insertion takes quadratic time.
        guard scalars.count <= 63 else { return nil }
        var output = scalars.filter(\.isASCII).map { UInt8($0.value) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var code: UInt32 = 128
        var delta = 0
        var bias = 72
        var handled = basic
        while handled < scalars.count {
            guard let next = scalars.map(\.value).filter({ $0 >= code }).min() else { return nil }
            delta += Int(next - code) * (handled + 1)
            code = next
            for scalar in scalars {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                var rest = delta
                var step = 36
                while true {
                    let threshold = min(max(step - bias, 1), 26)
                    if rest < threshold { break }
                    output.append(letter(threshold + (rest - threshold) % (36 - threshold)))
                    rest = (rest - threshold) / (36 - threshold)
                    step += 36
                }
                output.append(letter(rest))
                bias = adapt(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return output
    }

    private static func adapt(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var step = 0
        while delta > 455 {
            delta /= 35
            step += 36
        }
        return step + 36 * delta / (delta + 38)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48 + 26
        default: nil
        }
    }

    private static func letter(_ digit: Int) -> UInt8 { UInt8(digit < 26 ? digit + 97 : digit - 26 + 48) }
}

/// IP addresses (RFC 2673 and RFC 4291) and UUIDs (RFC 4122).
enum Address {
    static func isVersion4(_ bytes: some Collection<UInt8>) -> Bool { isAddress(bytes, AF_INET) }
    static func isVersion6(_ bytes: some Collection<UInt8>) -> Bool { isAddress(bytes, AF_INET6) }

    /// Whether the platform reads an address (POSIX, `inet_pton`). Some platforms accept a zone such as `%eth0`.
    private static func isAddress(_ bytes: some Collection<UInt8>, _ family: Int32) -> Bool {
        var address = in6_addr()
        return !bytes.contains { $0 == 0 || $0 == UInt8(ascii: "%") }
            && inet_pton(family, String(decoding: bytes, as: UTF8.self), &address) == 1
    }

    static func isUUID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == 36 else { return false }
        for (index, byte) in bytes.enumerated() {
            switch index {
            case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
            default: if !isHexadecimal(byte) { return false }
            }
        }
        return true
    }

    static func isHexadecimal(_ byte: UInt8) -> Bool { byte &- 48 < 10 || (byte | 0x20) &- 97 < 6 }
}

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
            return Address.isVersion6(inner[scanner.position...])
        }
        return Address.isVersion4(inner)
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
