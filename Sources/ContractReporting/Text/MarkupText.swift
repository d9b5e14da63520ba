extension String {
    /// The text for XML 1.0 or HTML content: markup escaped, and what XML forbids written out so that it can be read.
    ///
    /// A colon that begins a line is escaped too: two of them would be a command to a pipeline that logs the file.
    package var markupText: String { escapedForMarkup(inAttribute: false) }

    /// The text for an attribute in double quotes; line breaks and tabs survive the normalization of attributes.
    package var markupAttribute: String { escapedForMarkup(inAttribute: true) }

    private func escapedForMarkup(inAttribute: Bool) -> String {
        let text = visible(keepingLines: true)
        guard text.utf8.contains(where: { $0 < 0x20 || "<>&\":".utf8.contains($0) }) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 64)
        var isBlank = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"" where inAttribute: result += "&quot;"
            case "\n" where inAttribute: result += "&#10;"
            case "\t" where inAttribute: result += "&#9;"
            case ":" where isBlank: result += "&#58;"
            default: result.unicodeScalars.append(scalar)
            }
            if scalar == "\n" { isBlank = true } else if scalar != " ", scalar != "\t" { isBlank = false }
        }
        return result
    }
}
