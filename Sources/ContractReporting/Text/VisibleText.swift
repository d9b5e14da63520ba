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
    /// Whether the scalar shows nothing of its own: controls, bidirectional overrides, zero-width and noncharacters.
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

    /// Whether the scalar is drawn onto the one before it, which at the start of a text is not its own.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
