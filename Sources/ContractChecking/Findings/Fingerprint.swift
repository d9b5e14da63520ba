import JSONSchema

/// Hashes that are the same in every run, process and machine (FNV-1a, 64 bits), unlike Swift's own.
package enum Fingerprint {
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Sixteen hexadecimal digits over what identifies a fault: rule, check and place, no observed value.
    package static func of(rule: Rule, check: Check, pointer: JSONPointer) -> String {
        text("\(rule.id)\n\(check.id)\n\(pointer)")
    }

    /// The hash of a text as sixteen hexadecimal digits.
    package static func text(_ identity: String) -> String {
        let digits = String(hash(identity), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
