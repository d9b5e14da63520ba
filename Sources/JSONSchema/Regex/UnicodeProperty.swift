import Foundation

/// The properties of `\p{…}` (ECMA-262, section 22.2.2.9): general categories, scripts and binary properties.
enum UnicodeProperty {
    static func set(_ expression: String) -> ScalarSet? {
        let parts = expression.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        switch (parts.count, parts.first) {
        case (1, let name?):
            if name == "Any" { return ScalarSet(ranges: [0...0x10FFFF]) }
            if name == "ASCII" { return ScalarSet(ranges: [0...0x7F]) }
            if name == "Assigned" { return ScalarSet(properties: [{ $0.properties.generalCategory != .unassigned }]) }
            if let categories = categories(name) { return set(of: categories) }
            return binary[name].map { property in ScalarSet(properties: [{ property($0.properties) }]) }
        case (2, "General_Category"), (2, "gc"): return categories(parts[1]).map(set(of:))
        case (2, "Script"), (2, "sc"): return UnicodeScript.ranges("Script", parts[1]).map { ScalarSet(ranges: $0) }
        case (2, "Script_Extensions"), (2, "scx"):
            return UnicodeScript.ranges("Script_Extensions", parts[1]).map { ScalarSet(ranges: $0) }
        default: return nil
        }
    }

    private static func set(of categories: Set<Unicode.GeneralCategory>) -> ScalarSet {
        ScalarSet(properties: [{ categories.contains($0.properties.generalCategory) }])
    }

    private static let categories: [(short: String, long: String, category: Unicode.GeneralCategory)] = [
        ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Ll", "Lowercase_Letter", .lowercaseLetter),
        ("Lt", "Titlecase_Letter", .titlecaseLetter), ("Lm", "Modifier_Letter", .modifierLetter),
        ("Lo", "Other_Letter", .otherLetter), ("Mn", "Nonspacing_Mark", .nonspacingMark),
        ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
        ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber),
        ("No", "Other_Number", .otherNumber), ("Pc", "Connector_Punctuation", .connectorPunctuation),
        ("Pd", "Dash_Punctuation", .dashPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
        ("Pe", "Close_Punctuation", .closePunctuation), ("Pi", "Initial_Punctuation", .initialPunctuation),
        ("Pf", "Final_Punctuation", .finalPunctuation), ("Po", "Other_Punctuation", .otherPunctuation),
        ("Sm", "Math_Symbol", .mathSymbol), ("Sc", "Currency_Symbol", .currencySymbol),
        ("Sk", "Modifier_Symbol", .modifierSymbol), ("So", "Other_Symbol", .otherSymbol),
        ("Zs", "Space_Separator", .spaceSeparator), ("Zl", "Line_Separator", .lineSeparator),
        ("Zp", "Paragraph_Separator", .paragraphSeparator), ("Cc", "Control", .control), ("Cf", "Format", .format),
        ("Cs", "Surrogate", .surrogate), ("Co", "Private_Use", .privateUse), ("Cn", "Unassigned", .unassigned),
    ]

    /// The other names, by the beginning of the categories' short names.
    private static let aliases = [
        "Letter": "L", "Mark": "M", "Combining_Mark": "M", "Number": "N", "Punctuation": "P", "punct": "P",
        "Symbol": "S", "Separator": "Z", "Other": "C", "digit": "Nd", "cntrl": "Cc",
    ]

    private static func categories(_ name: String) -> Set<Unicode.GeneralCategory>? {
        if name == "LC" || name == "Cased_Letter" { return [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter] }
        let short = aliases[name] ?? name
        let found = categories.filter { $0.long == name || !short.isEmpty && $0.short.hasPrefix(short) }
        return found.isEmpty ? nil : Set(found.map(\.category))
    }

    private typealias Test = @Sendable (Unicode.Scalar.Properties) -> Bool

    private static let binary: [String: Test] = {
        let tests: [(String, String, Test)] = [
            ("ASCII_Hex_Digit", "AHex", { $0.isASCIIHexDigit }), ("Alphabetic", "Alpha", { $0.isAlphabetic }),
            ("Bidi_Control", "Bidi_C", { $0.isBidiControl }), ("Bidi_Mirrored", "Bidi_M", { $0.isBidiMirrored }),
            ("Case_Ignorable", "CI", { $0.isCaseIgnorable }), ("Cased", "Cased", { $0.isCased }),
            ("Changes_When_Casefolded", "CWCF", { $0.changesWhenCaseFolded }),
            ("Changes_When_Casemapped", "CWCM", { $0.changesWhenCaseMapped }),
            ("Changes_When_Lowercased", "CWL", { $0.changesWhenLowercased }),
            ("Changes_When_NFKC_Casefolded", "CWKCF", { $0.changesWhenNFKCCaseFolded }),
            ("Changes_When_Titlecased", "CWT", { $0.changesWhenTitlecased }),
            ("Changes_When_Uppercased", "CWU", { $0.changesWhenUppercased }), ("Dash", "Dash", { $0.isDash }),
            ("Default_Ignorable_Code_Point", "DI", { $0.isDefaultIgnorableCodePoint }),
            ("Deprecated", "Dep", { $0.isDeprecated }), ("Diacritic", "Dia", { $0.isDiacritic }),
            ("Emoji", "Emoji", { $0.isEmoji }), ("Emoji_Modifier", "EMod", { $0.isEmojiModifier }),
            ("Emoji_Modifier_Base", "EBase", { $0.isEmojiModifierBase }),
            ("Emoji_Presentation", "EPres", { $0.isEmojiPresentation }), ("Extender", "Ext", { $0.isExtender }),
            ("Grapheme_Base", "Gr_Base", { $0.isGraphemeBase }),
            ("Grapheme_Extend", "Gr_Ext", { $0.isGraphemeExtend }), ("Hex_Digit", "Hex", { $0.isHexDigit }),
            ("IDS_Binary_Operator", "IDSB", { $0.isIDSBinaryOperator }),
            ("IDS_Trinary_Operator", "IDST", { $0.isIDSTrinaryOperator }),
            ("ID_Continue", "IDC", { $0.isIDContinue }), ("ID_Start", "IDS", { $0.isIDStart }),
            ("Ideographic", "Ideo", { $0.isIdeographic }), ("Join_Control", "Join_C", { $0.isJoinControl }),
            ("Logical_Order_Exception", "LOE", { $0.isLogicalOrderException }),
            ("Lowercase", "Lower", { $0.isLowercase }), ("Math", "Math", { $0.isMath }),
            ("Noncharacter_Code_Point", "NChar", { $0.isNoncharacterCodePoint }),
            ("Pattern_Syntax", "Pat_Syn", { $0.isPatternSyntax }),
            ("Pattern_White_Space", "Pat_WS", { $0.isPatternWhitespace }),
            ("Quotation_Mark", "QMark", { $0.isQuotationMark }), ("Radical", "Radical", { $0.isRadical }),
            ("Sentence_Terminal", "STerm", { $0.isSentenceTerminal }),
            ("Soft_Dotted", "SD", { $0.isSoftDotted }),
            ("Terminal_Punctuation", "Term", { $0.isTerminalPunctuation }),
            ("Unified_Ideograph", "UIdeo", { $0.isUnifiedIdeograph }), ("Uppercase", "Upper", { $0.isUppercase }),
            ("Variation_Selector", "VS", { $0.isVariationSelector }), ("White_Space", "space", { $0.isWhitespace }),
            ("XID_Continue", "XIDC", { $0.isXIDContinue }), ("XID_Start", "XIDS", { $0.isXIDStart }),
        ]
        return Dictionary(tests.flatMap { long, short, test in [(long, test), (short, test)] }) { $1 }
    }()
}

/// Unicode script data, taken from Foundation's regular expressions because `Unicode.Scalar.Properties` lacks it.
enum UnicodeScript {
    static func ranges(_ property: String, _ script: String) -> [ClosedRange<UInt32>]? {
        guard script.utf8.allSatisfy({ $0 < 0x80 && ($0 == 0x5F || Character(Unicode.Scalar($0)).isLetter) }) else {
            return nil
        }
        let pattern = "\\p{\(property)=\(script)}+"
        return known.withLock { known in
            if let ranges = known[pattern] { return ranges }
            let ranges = (try? NSRegularExpression(pattern: pattern)).map(find)
            known[pattern] = .some(ranges)
            return ranges
        }
    }

    private static let known = Locked<[String: [ClosedRange<UInt32>]?]>([:])
    private static let everything = String(
        String.UnicodeScalarView((UInt32(0)...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }))

    private static func find(_ expression: NSRegularExpression) -> [ClosedRange<UInt32>] {
        let length = 0x10000 - 0x800 + 0x100000 * 2
        return expression.matches(in: everything, range: NSRange(location: 0, length: length)).map { match in
            scalar(at: match.range.location)...scalar(at: match.range.location + match.range.length - 1)
        }
    }

    /// Returns the scalar at a UTF-16 offset of `everything`, which holds all scalars in order.
    private static func scalar(at offset: Int) -> UInt32 {
        let plane = 0x10000 - 0x800
        if offset < 0xD800 { return UInt32(offset) }
        return offset < plane ? UInt32(offset + 0x800) : UInt32(0x10000 + (offset - plane) / 2)
    }
}

/// A set of ASCII characters, as bits.
struct ASCIISet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) } }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low & (1 << UInt64(byte)) != 0 : byte < 128 && high & (1 << UInt64(byte - 64)) != 0
    }
}

struct ScalarSet: Sendable {
    typealias Property = @Sendable (Unicode.Scalar) -> Bool

    /// Sorted, disjoint ranges.
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private(set) var properties: [Property] = []
    private(set) var isNegated = false
    private var ascii = ASCIISet([])

    init(ranges: [ClosedRange<UInt32>] = [], properties: [Property] = [], isNegated: Bool = false) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
        self.properties = properties
        self.isNegated = isNegated
        ascii = ASCIISet((0..<128).filter { isMember(UInt32($0)) })
    }

    init(_ scalar: UInt32) { self.init(ranges: [scalar...scalar]) }

    func members(in range: ClosedRange<UInt32>) -> [UInt32] {
        guard properties.isEmpty, !isNegated else { return range.filter(contains) }
        return ranges.flatMap { $0.overlaps(range) ? Array($0.clamped(to: range)) : [] }
    }

    @inline(__always)
    func contains(_ value: UInt32) -> Bool {
        value < 128 ? ascii.contains(UInt8(value)) : isMember(value)
    }

    private func isMember(_ value: UInt32) -> Bool {
        let index = ranges.partitioningIndex { $0.upperBound >= value }
        if index < ranges.count, ranges[index].contains(value) { return !isNegated }
        guard !properties.isEmpty, let scalar = Unicode.Scalar(value) else { return isNegated }
        return properties.contains { $0(scalar) } != isNegated
    }

    /// Whether the sets are known to be disjoint.
    func isDisjoint(from other: ScalarSet) -> Bool {
        guard properties.isEmpty, other.properties.isEmpty, !isNegated, !other.isNegated else { return false }
        return !ranges.contains { range in other.ranges.contains { $0.overlaps(range) } }
    }

    static let digits = ScalarSet(ranges: [0x30...0x39])
    static let word = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// White space and line terminators of ECMA-262.
    static let space = ScalarSet(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    static let notLineEnd = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)

    var negated: ScalarSet { ScalarSet(ranges: ranges, properties: properties, isNegated: !isNegated) }
}
