/// A media type without its parameters (RFC 9110, section 8.3.1), compared without regard to letter case.
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
    package let type: String
    package let subtype: String
    /// The `charset` parameter, if any, in lower case.
    package let charset: String?

    package init?(_ text: String) {
        let fields = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
        let names = fields[0].split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isTokenByte) }) else {
            return nil
        }
        type = names[0].lowercased()
        subtype = names[1].lowercased()
        charset =
            fields.dropFirst().lazy.compactMap { field -> String? in
                guard let equals = field.firstIndex(of: "="), Self.trimmed(field[..<equals]).lowercased() == "charset"
                else {
                    return nil
                }
                return Self.trimmed(field[field.index(after: equals)...]).filter { $0 != "\"" }.lowercased()
            }.first
    }

    package var description: String { "\(type)/\(subtype)" }

    /// Whether the two name the same kind of content, parameters aside.
    package func isSame(as other: MediaType) -> Bool { type == other.type && subtype == other.subtype }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
