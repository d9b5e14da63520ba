/// Texts that differ in bytes which no reader sees: control characters, kinds of blanks, ways to write an accent.
package enum LookAlikes {
    /// The texts as they are, or percent-encoded where they look alike.
    package static func distinguished(_ one: String, _ other: String) -> (String, String) {
        guard visible(one) == visible(other), !one.utf8.elementsEqual(other.utf8) else { return (one, other) }
        return (encoded(one), encoded(other))
    }

    package static func encoded(_ text: String) -> String { PercentCoding.encode(text, allowing: "") }

    /// Swift compares it by canonical equivalence (Unicode, 3.7).
    private static func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
                    default: true
                    }
                }))
    }
}
