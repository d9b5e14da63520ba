extension String {
    /// The text with every character that is unseen, reorders or changes its neighbours or commands a terminal written out,
    /// such as `\u{1B}`; line breaks and tabs stay where `keepingLines` says so.
    package func visible(keepingLines: Bool = false) -> String {
        let plain = utf8.allSatisfy { (0x20...0x7E).contains($0) || keepingLines && ($0 == 0x0A || $0 == 0x09) }
        if plain { return self }
        var result = ""
        result.reserveCapacity(utf8.count + 16)
        var hasBase = false
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\t":
                if keepingLines {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += scalar == "\n" ? "\\n" : "\\t"
                }
                hasBase = false
            case "\r": result += "\\r"
            case _ where scalar.isUnseen || !hasBase && scalar.isMark:
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default:
                result.unicodeScalars.append(scalar)
                hasBase = true
            }
        }
        return result
    }

    /// At most `limit` Unicode scalars of the text, and then how many were left out.
    package func bounded(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex) else {
            return self
        }
        let rest = scalars[end...].count
        return rest == 0 ? self : String(scalars[..<end]) + "… (\(counted(rest, "more character")))"
    }
}

extension Unicode.Scalar {
    /// Indicates whether the scalar shows nothing of its own: controls, bidirectional overrides, zero-width and
    /// noncharacters.
    ///
    /// The joiners that shape emoji and several scripts are no such scalars.
    fileprivate var isUnseen: Bool {
        switch value {
        case 0x20...0x7E: return false
        case 0x200C, 0x200D: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: return properties.isNoncharacterCodePoint
        }
    }

    /// Indicates whether the scalar is drawn onto the one before it, which at the start of a text is not its own.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}

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

extension StringProtocol {
    /// How many columns of a terminal the text takes; it is expected to be ``Swift/String/visible(keepingLines:)``.
    package var displayWidth: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + $1.displayWidth }
    }
}

extension String {
    /// As much of the beginning as fits into so many columns.
    package func prefix(columns: Int) -> String {
        if displayWidth <= columns { return self }
        var used = 0
        return String(
            prefix { character in
                used += character.displayWidth
                return used <= columns
            })
    }
}

extension Character {
    /// The columns of one grapheme: 2 for East Asian wide characters and emoji, 0 for a lone combining mark, else 1.
    var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return unicodeScalars.contains("\u{FE0F}") ? 2 : 1 }
        if first.isWide || unicodeScalars.contains("\u{FE0F}") && first.properties.isEmoji { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }
}

extension Unicode.Scalar {
    /// East Asian Width W or F (Unicode Standard Annex 11), emoji presentation and regional indicators.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1F1E6...0x1F1FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            return true
        default: return properties.isEmojiPresentation
        }
    }
}
