/// JSON Pointers (RFC 6901) and relative ones.
enum PointerSyntax {
    static func isPointer(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = bytes.first else { return true }
        guard first == UInt8(ascii: "/") else { return false }
        var isEscaped = false
        for byte in bytes {
            if isEscaped, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return false }
            isEscaped = !isEscaped && byte == UInt8(ascii: "~")
        }
        return !isEscaped
    }

    /// Whether the bytes are a number of levels to go up, followed by `#` or a pointer.
    static func isRelativePointer(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = FormatScanner(bytes)
        let digits = scanner.digits()
        guard digits > 0, digits == 1 || bytes[0] != UInt8(ascii: "0") else { return false }
        if scanner.take("#") { return scanner.isAtEnd }
        return isPointer(bytes[scanner.position...])
    }
}
