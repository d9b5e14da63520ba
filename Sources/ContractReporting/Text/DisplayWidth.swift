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
