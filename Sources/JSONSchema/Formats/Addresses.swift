import Foundation

/// Host names (RFC 1123), and internationalized ones (RFC 5890 to 5893, "IDNA 2008").
enum Hostname {
    private static let separators: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

    static func isValid(_ text: some StringProtocol, isInternational: Bool) -> Bool {
        let labels = text.unicodeScalars.split(omittingEmptySubsequences: false) {
            $0 == "." || isInternational && separators.contains($0)
        }
        var length = labels.count - 1
        var names: [[Unicode.Scalar]] = []
        for label in labels.map({ Array($0) }) {
            guard let (name, encodedLength) = decoded(label, isInternational) else { return false }
            length += encodedLength
            names.append(name)
        }
        return length <= 253 && InternationalLabel.meetsBidiRule(names)
    }

    /// Returns a label without its encoding, and the encoded length, or nil if it is invalid. It is letters, digits
    /// and inner hyphens, or begins with `xn--` and is a valid A-label, or is a U-label if these are allowed.
    private static func decoded(
        _ label: [Unicode.Scalar], _ isInternational: Bool
    ) -> (name: [Unicode.Scalar], encodedLength: Int)? {
        guard label.allSatisfy(\.isASCII) else {
            guard isInternational, InternationalLabel.isValid(label), let encoded = Punycode.encode(label),
                encoded.count + 4 <= 63
            else { return nil }
            return (label, encoded.count + 4)
        }
        let hyphen = UInt8(ascii: "-")
        let bytes = label.map { UInt8($0.value).asciiLowercased }
        guard (1...63).contains(bytes.count), bytes.first != hyphen, bytes.last != hyphen,
            bytes.allSatisfy({ $0.isASCIIAlphanumeric || $0 == hyphen })
        else { return nil }
        guard bytes.count >= 4, bytes[2] == hyphen, bytes[3] == hyphen else { return (label, bytes.count) }
        let encoded = Array(bytes[4...])
        guard bytes.starts(with: "xn".utf8), let name = Punycode.decode(encoded), !name.allSatisfy(\.isASCII),
            Punycode.encode(name) == encoded, InternationalLabel.isValid(name)
        else { return nil }
        return (name, bytes.count)
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
        return output.mapAll(Unicode.Scalar.init)
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

/// IP addresses (RFC 2673 and RFC 4291).
enum Address {
    static func isVersion4(_ bytes: some Collection<UInt8>) -> Bool { isAddress(bytes, AF_INET) }
    static func isVersion6(_ bytes: some Collection<UInt8>) -> Bool { isAddress(bytes, AF_INET6) }

    /// Whether the platform reads an address (POSIX, `inet_pton`). Some platforms accept a zone such as `%eth0`.
    private static func isAddress(_ bytes: some Collection<UInt8>, _ family: Int32) -> Bool {
        var address = in6_addr()
        return !bytes.contains { $0 == 0 || $0 == UInt8(ascii: "%") }
            && inet_pton(family, String(decoding: bytes, as: UTF8.self), &address) == 1
    }
}

/// Mailboxes of RFC 5321 (section 4.1.2), and of RFC 6531 with non-ASCII characters.
enum Email {
    private static let plain = localPart("")
    private static let international = localPart(#"\u{80}-\u{10FFFF}"#)

    /// Returns the pattern of dot-separated words or a quoted string, in which other characters are allowed too.
    private static func localPart(_ others: String) -> Pattern {
        let word = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\(others)]+"
        return Pattern(known: #"^(?:\#(word)(?:\.\#(word))*|"(?:[ !#-\[\]-~\#(others)]|\\[ -~])*")$"#)
    }

    static func isValid(_ text: String, isInternational: Bool) -> Bool {
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let (local, domain) = (String(text[..<at]), text[text.utf8.index(after: at)...])
        guard local.hasPrefix("\"") || local.utf8.count <= 64,
            (isInternational ? international : plain).match(in: local) == .found
        else { return false }
        guard domain.hasPrefix("["), domain.hasSuffix("]") else {
            return Hostname.isValid(domain, isInternational: isInternational)
        }
        let address = domain.utf8.dropFirst().dropLast()
        let isVersion6 = address.prefix(5).map(\.asciiLowercased) == Array("ipv6:".utf8)
        return isVersion6 ? Address.isVersion6(address.dropFirst(5)) : Address.isVersion4(address)
    }
}
