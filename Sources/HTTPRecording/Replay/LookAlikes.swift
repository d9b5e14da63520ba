/// Strings that differ only in invisible ways: control characters, kinds of spaces, or compositions of accents.
package enum LookAlikes {
    package static func distinguished(_ one: String, _ other: String) -> (String, String) {
        guard visible(one) == visible(other), !one.utf8.elementsEqual(other.utf8) else { return (one, other) }
        return (encoded(one), encoded(other))
    }

    package static func encoded(_ text: String) -> String { PercentCoding.encode(text, allowing: "") }

    /// Returns the visible characters. Swift compares strings by canonical equivalence (Unicode, 3.7).
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
