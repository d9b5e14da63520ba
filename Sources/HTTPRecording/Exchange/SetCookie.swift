/// The parsed value of a `Set-Cookie` header field (RFC 6265, 5.2).
struct SetCookie: Hashable {
    var name: String
    var value: String
    /// The attributes verbatim, including the first semicolon: `; Path=/; HttpOnly`.
    var attributes: String

    init?(_ text: String) {
        let end = text.firstIndex(of: ";") ?? text.endIndex
        guard let equals = text[..<end].firstIndex(of: "=") else { return nil }
        name = text[..<equals].trimmingSpaces()
        value = text[text.index(after: equals)..<end].trimmingSpaces()
        attributes = String(text[end...])
        if name.isEmpty { return nil }
    }

    var text: String { "\(name)=\(value)\(attributes)" }

    /// The attributes as pairs. A flag such as `Secure` has an empty value.
    var attributePairs: [(name: String, value: String)] {
        attributes.split(separator: ";").map { part in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (sides[0].trimmingSpaces(), sides.count > 1 ? sides[1].trimmingSpaces() : "")
        }
    }

    /// Splits values that Foundation joined by commas.
    ///
    /// A comma separates two cookies only if `name=` follows it. That never happens inside a date (`Expires=Wed, 21 Oct
    /// 2026 07:28:00 GMT`) and rarely inside a value.
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
    package func trimmingSpaces() -> String {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        let head = drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(head[...last])
    }
}
