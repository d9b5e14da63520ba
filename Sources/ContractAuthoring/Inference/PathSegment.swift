import Foundation
import JSONSchema

enum PathSegment {
    /// Whether a segment is a number, a UUID, or a long hexadecimal number that contains a digit.
    static func isIdentifier(_ text: String) -> Bool {
        isNumber(text) || isUUID(text)
            || text.utf8.count >= 16 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
                && text.utf8.contains(where: \.isASCIIDigit)
    }

    /// Whether a segment such as `ID10` may be an identifier if other calls have other values in its place.
    static func mayBeIdentifier(_ text: String) -> Bool {
        isIdentifier(text)
            || text.utf8.contains(where: \.isASCIIDigit) && !isAPIOrVersion(text)
                && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
    }

    static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit) }

    static func isUUID(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }

    /// Whether a segment names the interface or its version: `v1`, `2.0`, `api`, `rest`.
    static func isAPIOrVersion(_ text: String) -> Bool {
        text.wholeMatch(of: /(?i)v?\.*[0-9][0-9.]*|api|rest|services|public/) != nil
    }
}
