/// The value of a `Set-Cookie` header taken apart (RFC 6265, 5.2).
struct SetCookie: Hashable {
    var name: String
    var value: String
    /// `; Path=/; HttpOnly` as it was written, the first semicolon included.
    var attributes: String

    /// Parses one header value; `nil` where it has no name.
    init?(_ text: String) {
        let end = text.firstIndex(of: ";") ?? text.endIndex
        guard let equals = text[..<end].firstIndex(of: "=") else { return nil }
        name = text[..<equals].trimmingSpaces()
        value = text[text.index(after: equals)..<end].trimmingSpaces()
        attributes = String(text[end...])
        if name.isEmpty { return nil }
    }

    var text: String { "\(name)=\(value)\(attributes)" }

    /// The attributes as pairs, a flag such as `Secure` with an empty value.
    var attributePairs: [(name: String, value: String)] {
        attributes.split(separator: ";").map { part in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (sides[0].trimmingSpaces(), sides.count > 1 ? sides[1].trimmingSpaces() : "")
        }
    }

    /// Splits header values that Foundation joined by commas.
    ///
    /// A comma separates two cookies only where `name=` follows it, which is never so inside a date
    /// (`Expires=Wed, 21 Oct 2026 07:28:00 GMT`) and hardly ever inside a value.
    static func split(_ joined: String) -> [String] {
        var cookies: [String] = []
        var start = joined.startIndex
        var index = start
        while let comma = joined[index...].firstIndex(of: ",") {
            index = joined.index(after: comma)
            if startsWithNameAndEquals(joined[index...]) {
                cookies.append(joined[start..<comma].trimmingSpaces())
                start = index
            }
        }
        cookies.append(joined[start...].trimmingSpaces())
        return cookies
    }

    private static func startsWithNameAndEquals(_ text: Substring) -> Bool {
        let name = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0.isToken }
        return !name.isEmpty && name.endIndex < text.utf8.endIndex && text.utf8[name.endIndex] == UInt8(ascii: "=")
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at either end.
    package func trimmingSpaces() -> String {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        let head = drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(head[...last])
    }
}
