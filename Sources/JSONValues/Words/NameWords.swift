extension String {
    /// The words of a name, split at other characters and at letter case changes: `HTTPServer2Id` is `HTTP Server2 Id`.
    package var nameWords: [String] {
        var words: [String] = []
        var word = ""
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard scalar.isOfWord else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let previous = index > 0 ? scalars[index - 1] : nil
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let startsHump = scalar.isCapital && (previous.map { !$0.isCapital } ?? false || next?.isSmall ?? false)
            if startsHump, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        return word.isEmpty ? words : words + [word]
    }
}

/// The ASCII checks avoid Unicode property lookups, which are slow.
extension Unicode.Scalar {
    fileprivate var isOfWord: Bool {
        isASCII ? UInt8(value).isASCIIAlphanumeric : properties.isAlphabetic || properties.numericType != nil
    }

    fileprivate var isCapital: Bool { isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase }

    fileprivate var isSmall: Bool { isASCII ? (0x61...0x7A).contains(value) : properties.isLowercase }
}
