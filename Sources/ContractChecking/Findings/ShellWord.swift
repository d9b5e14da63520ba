import ContractFormat

/// Quotes a word for a POSIX shell, where it needs that.
package enum ShellWord {
    /// Returns the word by which `--only` takes the check with an identifier, and no other.
    package static func glob(_ identifier: String) -> String { quoted(Glob.exact(identifier)) }

    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-./:=,@%+".unicodeScalars.contains($0))
        }
        return isPlain && !word.isEmpty
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
