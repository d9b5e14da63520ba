import Foundation

/// Hashes that are stable across processes and machines (FNV-1a, 64 bits), unlike Swift's own.
package enum Fingerprint {
    package static func hash(_ text: String) -> UInt64 { hash(text.utf8) }

    @inlinable
    package static func hash(_ bytes: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
        bytes.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    package static func text(_ identity: String) -> String { String(format: "%016llx", hash(identity)) }
}
