import Foundation

/// Sanitizing of external text, which must not hide content, control the terminal or trigger CI pipeline commands.
extension String {
    /// Escapes invisible, bidirectional and control characters, for example as `\u{1B}`, optionally except line breaks.
    ///
    /// Text in any script stays unchanged, including the joiners and variation selectors that shape emoji and letters.
    package func visible(keepingLines: Bool = false) -> String {
        let plain = utf8.allSatisfy { (0x20...0x7E).contains($0) || keepingLines && ($0 == 0x0A || $0 == 0x09) }
        if plain { return self }
        return escapingInvisible { scalar in
            switch scalar {
            case "\n", "\t": keepingLines ? nil : scalar == "\n" ? "\\n" : "\\t"
            case "\r": "\\r"
            default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
    }

    /// The equivalent JSON text, with the characters of ``visible(keepingLines:)`` as JSON escapes.
    package var visibleJSON: String {
        let plain = utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
        let text =
            plain
            ? self
            : escapingInvisible { scalar in
                guard scalar != "\n", scalar != "\t", scalar != "\r" else { return nil }
                return String(scalar).utf16.map { String(format: "\\u%04x", Int($0)) }.joined()
            }
        return text.withoutPipelineMarkers("\\u0023")
    }

    /// The text with pipeline commands escaped: lines that begin with `::`, and `##[`, `##vso[` or the like anywhere.
    package var withoutPipelineCommands: String {
        let text = withoutPipelineMarkers("\\u{23}")
        guard utf8.contains(UInt8(ascii: ":")) else { return text }
        // Pipelines also obey indented commands. CR LF and combining marks must not hide any.
        return text.replacing(/(?m)^(\h*):(?=:)/.matchingSemantics(.unicodeScalar)) { "\($0.output.1)\\u{3A}" }
    }

    /// Replaces the second `#` of each `##name[`.
    private func withoutPipelineMarkers(_ sign: String) -> String {
        guard utf8.contains(UInt8(ascii: "#")) else { return self }
        // A mark that joins a sign or the bracket must not hide it. Names are shorter than 16 letters.
        return replacing(/##(?=[A-Za-z]{0,16}\[)/.matchingSemantics(.unicodeScalar)) { _ in "#" + sign }
    }

    /// Replaces each scalar that would not be visible by the result of `escape`; `nil` keeps it.
    private func escapingInvisible(_ escape: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        result.reserveCapacity(utf8.count + 16)
        var before: Unicode.Scalar?
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let after = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar.isVisible(between: before, and: after) {
                result.unicodeScalars.append(scalar)
                before = scalar
            } else {
                if let text = escape(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
                before = nil
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is visible between its neighbors. `before` is `nil` if no combining mark can attach to it.
    fileprivate func isVisible(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
        if (0x20...0x7E).contains(value) { return true }
        switch value {
        case 0x200C, 0x200D:
            // Joiners shape emoji and the letters of several scripts; elsewhere they are invisible.
            guard let before, let after else { return false }
            return before.isJoined && after.isJoined
        case 0xFE00...0xFE0F: return before?.properties.isEmoji == true
        case 0x180B...0x180D: return before.map { (0x1800...0x18AF).contains($0.value) } ?? false
        case 0xE0100...0xE01EF: return before?.properties.isIdeographic == true
        default: break
        }
        let properties = properties
        if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
        case .nonspacingMark, .spacingMark, .enclosingMark: return before != nil
        default: return true
        }
    }

    /// Whether a joiner next to the scalar has an effect: emoji, or letters from Arabic to Mongolian.
    private var isJoined: Bool {
        switch value {
        case 0xFE0F, 0x1F3FB...0x1F3FF: return true
        case 0x600...0x18AF, 0xA8E0...0xABFF, 0x11000...0x11FFF:
            return properties.isAlphabetic || properties.canonicalCombiningClass != .notReordered
        default: return value > 0x2000 && properties.isEmoji
        }
    }
}
