import Foundation

extension String {
    /// Whether both strings have the same code points. `==` also equates canonically equivalent strings, unlike JSON.
    @inline(__always)
    func hasSameCodePoints(as other: String) -> Bool {
        let equal = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right -> Bool in
                guard left.count == right.count else { return false }
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }
        return (equal ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

struct CodePointKey: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: CodePointKey, right: CodePointKey) -> Bool { left.text.hasSameCodePoints(as: right.text) }

    // Canonically equivalent strings hash alike, which is sufficient.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A hash of the UTF-8 of object keys, so that it is computed once for all objects with that key.
enum KeyHash {
    static func of(_ key: String) -> UInt64 {
        var key = key
        return key.withUTF8 { of($0) }
    }

    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}
