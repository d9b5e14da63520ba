/// IP addresses (RFC 2673 and RFC 4291) and UUIDs (RFC 4122).
enum Address {
    static func takeVersion4(_ scanner: inout FormatScanner) -> Bool {
        for part in 0..<4 {
            if part > 0, !scanner.take(".") { return false }
            let start = scanner.position
            let digits = scanner.digits()
            guard (1...3).contains(digits), digits == 1 || scanner.bytes[start] != UInt8(ascii: "0") else {
                return false
            }
            scanner.position = start
            guard let value = scanner.number(digits: digits), value <= 255 else { return false }
        }
        return true
    }

    /// Takes eight groups of up to four hexadecimal digits, with an optional `::` and an optional trailing IPv4
    /// address.
    static func takeVersion6(_ scanner: inout FormatScanner) -> Bool {
        var groups = 0
        var isCompressed = false
        if scanner.take(":") {
            guard scanner.take(":") else { return false }
            isCompressed = true
        }
        while let byte = scanner.peek, isHexadecimal(byte) {
            let start = scanner.position
            while let digit = scanner.peek, isHexadecimal(digit) { scanner.position += 1 }
            if scanner.peek == UInt8(ascii: ".") {
                scanner.position = start
                guard takeVersion4(&scanner) else { return false }
                groups += 2
                break
            }
            guard scanner.position - start <= 4 else { return false }
            groups += 1
            if groups > 8 { return false }
            guard scanner.take(":") else { break }
            if scanner.take(":") {
                if isCompressed { return false }
                isCompressed = true
            } else if scanner.peek.map({ !isHexadecimal($0) }) ?? true {
                return false
            }
        }
        return isCompressed ? groups <= 7 : groups == 8
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
