import Foundation

/// The validation of internationalized labels (RFC 5891 and 5892) and their direction (RFC 5893).
enum InternationalLabel {
    /// Whether every scalar is allowed at its position and the label is in normalization form C.
    static func isValid(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, first != "-", label.last != "-" else { return false }
        if label.count >= 4, label[2] == "-", label[3] == "-" { return false }
        if [.nonspacingMark, .spacingMark, .enclosingMark].contains(first.properties.generalCategory) { return false }
        let normal = String(String.UnicodeScalarView(label)).precomposedStringWithCanonicalMapping.unicodeScalars
        guard normal.elementsEqual(label) else { return false }
        return label.indices.allSatisfy { isAllowed(label[$0]) ?? contextHolds(label, $0) }
    }

    /// Whether a scalar is PVALID. Returns nil if the context decides (RFC 5892, section 2).
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool? {
        switch scalar.value {
        case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x200C, 0x200D, 0x660...0x669, 0x6F0...0x6F9: return nil
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        case 0x2D, 0x30...0x39, 0x61...0x7A: return true
        // Old Hangul jamo, and blocks of musical and other symbols.
        case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB, 0x20D0...0x20FF, 0x1D100...0x1D24F: return false
        default: break
        }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || properties.isWhitespace || properties.isNoncharacterCodePoint {
            return false
        }
        if properties.changesWhenNFKCCaseFolded { return false }
        return [
            .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
            .decimalNumber,
        ].contains(properties.generalCategory)
    }

    /// The contextual rules of RFC 5892, appendix A.
    private static func contextHolds(_ label: [Unicode.Scalar], _ index: Int) -> Bool {
        let before = index > 0 ? label[index - 1] : nil
        let after = index + 1 < label.count ? label[index + 1] : nil
        switch label[index].value {
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return after.map { isIn($0, "Greek") } ?? false
        case 0x5F3, 0x5F4: return before.map { isIn($0, "Hebrew") } ?? false
        case 0x30FB: return label.contains { isIn($0, "Hiragana") || isIn($0, "Katakana") || isIn($0, "Han") }
        case 0x660...0x669: return !label.contains { 0x6F0...0x6F9 ~= $0.value }
        case 0x6F0...0x6F9: return !label.contains { 0x660...0x669 ~= $0.value }
        case 0x200D: return before.map(isVirama) ?? false
        case 0x200C: return before.map(isVirama) ?? false || joins(label, index)
        default: return false
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .virama
    }

    private static func isIn(_ scalar: Unicode.Scalar, _ value: String, of property: String = "Script") -> Bool {
        UnicodeScript.ranges(property, value)?.contains { $0.contains(scalar.value) } ?? false
    }

    /// Whether joining letters surround a zero-width non-joiner, with only marks between.
    private static func joins(_ label: [Unicode.Scalar], _ index: Int) -> Bool {
        func isTransparent(_ scalar: Unicode.Scalar) -> Bool {
            [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
        }
        let before = label[..<index].last { !isTransparent($0) }
        let after = label[(index + 1)...].first { !isTransparent($0) }
        guard let before, let after else { return false }
        return isIn(before, "Dual_Joining", of: "Joining_Type")
            && (isIn(after, "Dual_Joining", of: "Joining_Type") || isIn(after, "Right_Joining", of: "Joining_Type"))
    }

    // MARK: - Direction

    /// Whether the labels meet the Bidi rule, which applies to names with a right-to-left label (RFC 5893, section 2).
    static func meetsBidiRule(_ labels: [[Unicode.Scalar]]) -> Bool {
        guard labels.contains(where: { $0.contains { $0.value >= 0x590 } }) else { return true }
        guard
            labels.contains(where: { $0.contains { isBidi($0, "R") || isBidi($0, "AL") || isBidi($0, "AN") } })
        else { return true }
        return labels.allSatisfy(isBidiLabel)
    }

    private static func isBidiLabel(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, let last = label.last(where: { !isBidi($0, "NSM") }) else { return false }
        let isRightToLeft = isBidi(first, "R") || isBidi(first, "AL")
        guard isRightToLeft || isBidi(first, "L") else { return false }
        let common = ["EN", "ES", "CS", "ET", "ON", "BN", "NSM"]
        let allowed = isRightToLeft ? ["R", "AL", "AN"] + common : ["L"] + common
        guard label.allSatisfy({ scalar in allowed.contains { isBidi(scalar, $0) } }) else { return false }
        if !isRightToLeft { return isBidi(last, "L") || isBidi(last, "EN") }
        let hasBothDigits = label.contains { isBidi($0, "EN") } && label.contains { isBidi($0, "AN") }
        return !hasBothDigits && ["R", "AL", "EN", "AN"].contains { isBidi(last, $0) }
    }

    private static func isBidi(_ scalar: Unicode.Scalar, _ bidiClass: String) -> Bool {
        isIn(scalar, bidiClass, of: "Bidi_Class")
    }
}
