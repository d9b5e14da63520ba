extension String {
    /// The words of a name: runs of letters and digits, parted also where the letter case changes (`HTTPServer2Id` is
    /// `HTTP Server2 Id`).
    package var nameWords: [String] {
        var words: [String] = []
        var word = ""
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let previous = index > 0 ? scalars[index - 1] : nil
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let startsHump =
                scalar.properties.isUppercase
                && (previous.map { !$0.properties.isUppercase } ?? false || next?.properties.isLowercase ?? false)
            if startsHump, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        return word.isEmpty ? words : words + [word]
    }
}
