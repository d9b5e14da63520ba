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

/// A hash of object keys, over their UTF-8. A per-process seed prevents hash flooding. Every distinct key is hashed, so
/// one wide multiplication mixes 16 bytes.
enum KeyHash {
    private static let seed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    static func of(_ key: String) -> UInt64 {
        var key = key
        return key.withUTF8 { of($0) }
    }

    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        let count = raw.count
        let seed = seed
        var state = seed.0 ^ UInt64(truncatingIfNeeded: count)
        var offset = 0
        while count - offset >= 16 {
            state = mix(
                state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self) ^ seed.1)
            offset += 16
        }
        var first: UInt64 = 0
        var second: UInt64 = 0
        if count - offset >= 8 {
            first = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < count {
            second = second << 8 | UInt64(raw[offset])
            offset += 1
        }
        return mix(mix(state ^ first, second ^ seed.1), state | 1)
    }

    @inline(__always)
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
