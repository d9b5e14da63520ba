import ContractFormat

/// Quotes a word for a POSIX shell, where it needs that.
package enum ShellWord {
    /// Returns the word by which `--only` takes the check with an identifier, and no other.
    package static func glob(_ identifier: String) -> String { quoted(Glob.exact(identifier)) }

    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "_-./:=,@%+".utf8.contains(byte)
                }
            }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
