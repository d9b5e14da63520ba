import Foundation
import JSONSchema

enum PathSegment {
    /// Whether it is a number, a UUID, or a long hexadecimal number with a digit: what stands for one thing among many.
    static func isIdentifier(_ text: String) -> Bool {
        isNumber(text) || isUUID(text)
            || text.utf8.count >= 16 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
                && text.utf8.contains(where: \.isASCIIDigit)
    }

    /// Whether it may be an identifier where others stand in its place: letters with a digit, as `ID10`.
    static func mayBeIdentifier(_ text: String) -> Bool {
        isIdentifier(text)
            || text.utf8.contains(where: \.isASCIIDigit) && !isTechnical(text)
                && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
    }

    static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit) }

    static func isUUID(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }

    /// Whether it names a version of the interface, or the interface as such: `v1`, `2.0`, `api`, `rest`.
    static func isTechnical(_ text: String) -> Bool {
        let lower = text.lowercased()
        let version = lower.hasPrefix("v") ? lower.dropFirst() : lower[...]
        let isVersion =
            version.utf8.contains(where: \.isASCIIDigit)
            && version.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
        return isVersion || ["api", "rest", "services", "public"].contains(lower)
    }
}
