import Foundation

enum PathSegment {
    /// Whether it is a number, a UUID, or a long hexadecimal number with a digit: what stands for one thing among many.
    static func isIdentifier(_ text: String) -> Bool {
        isNumber(text) || isUUID(text)
            || text.utf8.count >= 16 && text.utf8.allSatisfy(isHexadecimal) && text.utf8.contains { $0 &- 48 < 10 }
    }

    /// Whether it may be an identifier where others stand in its place: letters with a digit, as `ID10`.
    static func mayBeIdentifier(_ text: String) -> Bool {
        isIdentifier(text)
            || text.utf8.contains { $0 &- 48 < 10 } && !isTechnical(text)
                && text.utf8.allSatisfy { $0 &- 48 < 10 || ($0 | 0x20) &- 97 < 26 || $0 == 45 || $0 == 95 }
    }

    static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { $0 &- 48 < 10 } }

    static func isUUID(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }

    /// Whether it names a version of the interface, or the interface as such: `v1`, `2.0`, `api`, `rest`.
    static func isTechnical(_ text: String) -> Bool {
        let lower = text.lowercased()
        let version = lower.hasPrefix("v") ? lower.dropFirst() : lower[...]
        let isVersion = version.utf8.contains { $0 &- 48 < 10 } && version.utf8.allSatisfy { $0 &- 48 < 10 || $0 == 46 }
        return isVersion || ["api", "rest", "services", "public"].contains(lower)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 0x20) &- 97 < 6
    }
}
