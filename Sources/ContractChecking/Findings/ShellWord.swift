import ContractFormat

package enum ShellWord {
    /// Returns the `--only` argument that selects exactly one check.
    package static func glob(_ identifier: String) -> String { quoted(Glob.exact(identifier)) }

    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-./:=,@%+".unicodeScalars.contains($0))
        }
        return isPlain && !word.isEmpty
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
