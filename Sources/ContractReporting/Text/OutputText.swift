import Foundation
import JSONSchema

extension String {
    /// The string for XML 1.0 or HTML content, with markup escaped and characters that XML forbids made visible.
    ///
    /// A colon at the start of a line is also escaped, so that a pipeline that logs the file finds no `::` command.
    package var markupText: String { escapedForMarkup(inAttribute: false) }

    /// The string for a double-quoted attribute. Line breaks and tabs survive attribute normalization.
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
    /// The number of terminal columns. The string must be ``Swift/String/visible(keepingLines:)``.
    package var displayWidth: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + $1.displayWidth }
    }

    package func prefix(columns: Int) -> SubSequence {
        var used = 0
        return prefix { character in
            used += character.displayWidth
            return used <= columns
        }
    }

    package func padding(to columns: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, columns - displayWidth))
    }
}

extension Character {
    /// The number of columns: 2 for East Asian wide characters and emoji, 0 for a lone combining mark, otherwise 1.
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
    /// Whether the scalar has East Asian Width W or F (UAX 11), emoji presentation, or is a regional indicator.
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

extension Date {
    package var stamp: String { formatted(.iso8601) }
}

/// Returns seconds as a decimal without exponent or locale. Negative and non-finite values become zero.
package func decimal(_ seconds: Double, places: Int = 3) -> String {
    let sane = seconds.isFinite ? min(max(seconds, 0), 1e9) : 0
    // `%f` rounds a half to the even digit.
    let scale = pow(10, Double(places))
    return String(format: "%.\(places)f", (sane * scale).rounded() / scale)
}

/// Returns a readable duration: `0.21 s`, `12.4 s`, `3 min 20 s`.
package func duration(_ seconds: Double) -> String {
    if seconds.isFinite, seconds >= 99.95 {
        let whole = Int(min(seconds, 1e9).rounded())
        return "\(whole / 60) min \(whole % 60) s"
    }
    return decimal(seconds, places: seconds < 9.995 ? 2 : 1) + " s"
}
