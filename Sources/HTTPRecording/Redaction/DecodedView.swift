import Foundation
import JSONValues

/// Text decoded level by level, with the origin of each byte.
struct DecodedView {
    private(set) var bytes: [UInt8] = []
    private(set) var isChanged = false
    private var starts: [Int32] = []
    private var ends: [Int32] = []

    /// Returns the range of the original text from which a range of the view was decoded.
    func source(of range: Range<Int>) -> Range<Int> {
        Int(starts[range.lowerBound])..<Int(ends[range.upperBound - 1])
    }

    /// Decodes the escapes of some layers once. Invalid escapes stay unchanged.
    init(_ text: [UInt8], _ layers: EscapeLayers = .all) { self.init(text, layers, of: nil) }

    func next(_ layers: EscapeLayers = .all) -> DecodedView { DecodedView(bytes, layers, of: self) }

    private init(_ text: [UInt8], _ layers: EscapeLayers, of outer: DecodedView?) {
        guard layers.mayOccur(in: text) else {
            bytes = text
            return
        }
        bytes.reserveCapacity(text.count)
        starts.reserveCapacity(text.count)
        ends.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let escape = layers.escape(in: text, at: index)
            let end = index + (escape?.length ?? 1)
            let range = outer.map { $0.source(of: index..<end) } ?? index..<end
            if let escape {
                isChanged = true
                for byte in escape.bytes { append(byte, from: range) }
            } else {
                append(text[index], from: range)
            }
            index = end
        }
    }

    private mutating func append(_ byte: UInt8, from range: Range<Int>) {
        bytes.append(byte)
        starts.append(Int32(truncatingIfNeeded: range.lowerBound))
        ends.append(Int32(truncatingIfNeeded: range.upperBound))
    }
}

/// Encodings that can be decoded at any position of a text without context.
struct EscapeLayers: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let backslash = EscapeLayers(rawValue: 1)
    static let percent = EscapeLayers(rawValue: 2)
    /// Percent-encoding with a plus for a space.
    static let form = EscapeLayers(rawValue: 4)
    static let entities = EscapeLayers(rawValue: 8)
    /// The line breaks within base64, as in MIME and PEM.
    static let base64LineBreaks = EscapeLayers(rawValue: 16)

    /// The layers decoded at one level. A plus stays, because it matches a space.
    static let all: EscapeLayers = [.backslash, .percent, .entities, .base64LineBreaks]
    static let each: [EscapeLayers] = [.backslash, .percent, .form, .entities, .base64LineBreaks]

    func mayOccur(in text: [UInt8]) -> Bool {
        text.contains { byte in
            switch byte {
            case UInt8(ascii: "\\"): contains(.backslash)
            case UInt8(ascii: "%"): contains(.percent) || contains(.form)
            case UInt8(ascii: "+"): contains(.form)
            case UInt8(ascii: "&"): contains(.entities)
            case 0x0A, 0x0D: contains(.base64LineBreaks)
            default: false
            }
        }
    }

    /// Returns the decoded bytes of the escape at an index, and its length; `nil` if there is none.
    func escape(in text: [UInt8], at index: Int) -> (bytes: [UInt8], length: Int)? {
        switch text[index] {
        case UInt8(ascii: "\\") where contains(.backslash): return BackslashEscapes.decode(text, at: index)
        case UInt8(ascii: "%") where contains(.percent) || contains(.form):
            return PercentCoding.triple(in: text[...], at: index).map { ([$0], 3) }
        case UInt8(ascii: "+") where contains(.form): return ([0x20], 1)
        case UInt8(ascii: "&") where contains(.entities): return CharacterReferences.decode(text, at: index)
        case 0x0A where contains(.base64LineBreaks), 0x0D where contains(.base64LineBreaks):
            return Self.lineBreakLength(in: text, at: index).map { ([], $0) }
        default: return nil
        }
    }

    /// Returns the length of a line break between two base64 digits, including the indentation of the next line.
    private static func lineBreakLength(in text: [UInt8], at index: Int) -> Int? {
        guard index > 0, Base64.isDigit(text[index - 1]) else { return nil }
        var end = index
        if text[end] == 0x0D { end += 1 }
        if end < text.count, text[end] == 0x0A { end += 1 }
        while end < text.count, text[end] == 0x20 || text[end] == 0x09 { end += 1 }
        // The start of a multipart boundary, or of the last line of PEM.
        if text[end...].starts(with: "--".utf8) { return nil }
        return end < text.count && Base64.isDigit(text[end]) ? end - index : nil
    }

    func encode(_ replacement: [UInt8], like original: [UInt8]) -> [UInt8] {
        switch self {
        case .backslash: return BackslashEscapes.encode(replacement)
        case .percent, .form: return PercentCoding.encode(replacement, uppercase: !Self.hasLowercaseTriple(original))
        case .entities: return CharacterReferences.encode(replacement)
        case .base64LineBreaks: return Self.wrapped(replacement, like: original)
        default: return replacement
        }
    }

    private static func hasLowercaseTriple(_ text: [UInt8]) -> Bool {
        text.indices.contains { index in
            PercentCoding.triple(in: text[...], at: index) != nil
                && (text[index + 1].isASCIILowercase || text[index + 2].isASCIILowercase)
        }
    }

    private static func wrapped(_ text: [UInt8], like original: [UInt8]) -> [UInt8] {
        let first = original.prefix { !$0.isASCIIWhitespace }.count
        let lineBreak = Array(original.dropFirst(first).prefix(while: \.isASCIIWhitespace))
        let second = original.dropFirst(first + lineBreak.count).prefix { !$0.isASCIIWhitespace }.count
        let isLast = first + lineBreak.count + second == original.count
        let length = max(1, isLast ? max(first, second) : second)
        guard first > 0, !lineBreak.isEmpty else { return text }
        var lines = [Array(text.prefix(first))]
        var rest = text.dropFirst(first)
        while !rest.isEmpty {
            lines.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return Array(lines.joined(separator: lineBreak))
    }
}

/// The escapes of JSON strings (RFC 8259, 7) and of other languages: `\x41`, `\u{41}`, `\U00000041`, `\101`, `\'`.
enum BackslashEscapes {
    static func decode(_ text: [UInt8], at index: Int) -> (bytes: [UInt8], length: Int)? {
        guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else { return nil }
        switch text[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"): return ([text[index + 1]], 2)
        case UInt8(ascii: "u"): return unicode(text, at: index)
        case UInt8(ascii: "U"): return scalar(hexadecimal(text[(index + 2)...], digits: 8)).map { ($0, 10) }
        // A single byte; several of them make a character in UTF-8.
        case UInt8(ascii: "x"):
            return hexadecimal(text[(index + 2)...], digits: 2).map { ([UInt8(truncatingIfNeeded: $0)], 4) }
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            let digits = text[(index + 1)...].prefix(3)
            guard digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
            return ([digits.reduce(0) { $0 << 3 | ($1 - 0x30) }], 4)
        case let letter: return controls[letter].map { ([$0], 2) }
        }
    }

    private static let controls = Dictionary(
        uniqueKeysWithValues: zip("bfnrt".utf8, [0x08, 0x0C, 0x0A, 0x0D, 0x09] as [UInt8]))

    private static func unicode(_ text: [UInt8], at index: Int) -> (bytes: [UInt8], length: Int)? {
        if index + 2 < text.count, text[index + 2] == UInt8(ascii: "{") {
            let digits = text[(index + 3)...].prefix(8).prefix { $0.hexadecimalValue != nil }
            guard digits.endIndex < text.count, text[digits.endIndex] == UInt8(ascii: "}") else { return nil }
            return scalar(hexadecimal(digits, digits: digits.count)).map { ($0, digits.count + 4) }
        }
        guard let unit = hexadecimal(text[(index + 2)...], digits: 4) else { return nil }
        if text[(index + 6)...].starts(with: "\\u".utf8), let low = hexadecimal(text[(index + 8)...], digits: 4),
            let pair = UTF16.scalar(unit, low)
        {
            return scalar(pair).map { ($0, 12) }
        }
        return scalar(unit).map { ($0, 6) }
    }

    private static func scalar(_ value: UInt32?) -> [UInt8]? {
        value.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
    }

    private static func hexadecimal(_ text: ArraySlice<UInt8>, digits count: Int) -> UInt32? {
        let digits = text.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.hexadecimalValue != nil }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case ..<0x20: Array("\\u00".utf8) + Hex.encode([byte], uppercase: false)
            default: [byte]
            }
        }
    }
}

/// The character references of XML and HTML: decimal, hexadecimal, and named for ASCII and Latin-1.
enum CharacterReferences {
    private static let names: [String: UInt32] = {
        var names: [String: UInt32] = [
            "amp": 38, "AMP": 38, "lt": 60, "LT": 60, "gt": 62, "GT": 62, "quot": 34, "QUOT": 34, "apos": 39, "Tab": 9,
            "NewLine": 10, "excl": 33, "num": 35, "dollar": 36, "percnt": 37, "lpar": 40, "rpar": 41, "ast": 42,
            "midast": 42, "plus": 43, "comma": 44, "period": 46, "sol": 47, "colon": 58, "semi": 59, "equals": 61,
            "quest": 63, "commat": 64, "lsqb": 91, "lbrack": 91, "bsol": 92, "rsqb": 93, "rbrack": 93, "Hat": 94,
            "lowbar": 95, "UnderBar": 95, "grave": 96, "DiacriticalGrave": 96, "lcub": 123, "lbrace": 123,
            "verbar": 124, "vert": 124, "VerticalLine": 124, "rcub": 125, "rbrace": 125, "hyphen": 0x2010,
            "dash": 0x2010,
        ]
        // ISO 8859-1 from 160 on, in order.
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
            micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
            AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
            times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
            egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
            ugrave uacute ucirc uuml yacute thorn yuml
            """
        for (offset, name) in latin.split(separator: " ").enumerated() { names[String(name)] = 160 + UInt32(offset) }
        return names
    }()

    /// Decodes the reference at an index. A number may lack its semicolon, as in HTML.
    static func decode(_ text: [UInt8], at index: Int) -> (bytes: [UInt8], length: Int)? {
        let rest = text[(index + 1)...].prefix(24)
        guard let first = rest.first else { return nil }
        if first == UInt8(ascii: "#") { return number(rest.dropFirst(), before: 2) }
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")), rest[..<end].allSatisfy(\.isASCIIAlphanumeric),
            let value = names[String(decoding: rest[..<end], as: UTF8.self)], let scalar = Unicode.Scalar(value)
        else { return nil }
        return (Array(String(scalar).utf8), end - index + 1)
    }

    private static func number(_ text: ArraySlice<UInt8>, before: Int) -> (bytes: [UInt8], length: Int)? {
        let isHexadecimal = text.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let digits = text.dropFirst(isHexadecimal ? 1 : 0)
            .prefix { isHexadecimal ? $0.hexadecimalValue != nil : $0.isASCIIDigit }
        guard !digits.isEmpty,
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        let isClosed = digits.endIndex < text.endIndex && text[digits.endIndex] == UInt8(ascii: ";")
        return (Array(String(scalar).utf8), before + (isHexadecimal ? 1 : 0) + digits.count + (isClosed ? 1 : 0))
    }

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            // Blanks that a parser would normalize.
            case UInt8(ascii: "'"), 0x09, 0x0A, 0x0D: Array("&#\(byte);".utf8)
            default: [byte]
            }
        }
    }
}

/// Base64 in both alphabets (RFC 4648, 4 and 5), for tokens embedded in text.
enum Base64 {
    enum Alphabet: CaseIterable {
        case standard, urlSafe

        var last: (UInt8, UInt8) {
            switch self {
            case .standard: (UInt8(ascii: "+"), UInt8(ascii: "/"))
            case .urlSafe: (UInt8(ascii: "-"), UInt8(ascii: "_"))
            }
        }

        func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case 0x41...0x5A: digit - 0x41
            case 0x61...0x7A: digit - 0x61 + 26
            case 0x30...0x39: digit - 0x30 + 52
            case last.0: 62
            case last.1: 63
            default: nil
            }
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "+/-_".utf8.contains(byte) }

    /// Decodes digits. Trailing bits that do not fill a byte are dropped.
    static func decode(_ digits: ArraySlice<UInt8>, _ alphabet: Alphabet) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            bits = bits << 6 | UInt32(alphabet.value(digit) ?? 0)
            count += 6
            if count >= 8 {
                count -= 8
                decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return decoded
    }

    static func encode(_ bytes: [UInt8], _ alphabet: Alphabet, padded: Bool) -> [UInt8] {
        Data(bytes).base64EncodedData().compactMap { digit in
            switch digit {
            case UInt8(ascii: "="): padded ? digit : nil
            case UInt8(ascii: "+"): alphabet.last.0
            case UInt8(ascii: "/"): alphabet.last.1
            default: digit
            }
        }
    }

    struct Run {
        let digits: Range<Int>
        let padding: Int
        let alphabet: Alphabet

        /// Returns the end of a token that starts at an offset in the run, and whether its encoder pads. Without
        /// evidence of padding, only the standard alphabet is assumed to pad.
        func ending(from offset: Int) -> (end: Int, isPadded: Bool) {
            let count = digits.count - offset
            // One digit beyond whole groups makes no byte and stays unchanged.
            if count % 4 == 1 { return (digits.upperBound - 1, false) }
            let missing = (4 - count % 4) % 4
            if missing == 0 { return (digits.upperBound, alphabet == .standard) }
            return padding >= missing ? (digits.upperBound + missing, true) : (digits.upperBound, false)
        }
    }

    /// Returns the runs with a minimum number of digits. A run without `-` and `_` belongs to the standard alphabet.
    static func runs(in text: [UInt8], minimum: Int) -> [Run] {
        var runs: [Run] = []
        for alphabet in Alphabet.allCases {
            var index = 0
            while index < text.count {
                guard alphabet.value(text[index]) != nil else {
                    index += 1
                    continue
                }
                let start = index
                var isDistinct = alphabet == .standard
                while index < text.count, alphabet.value(text[index]) != nil {
                    if !text[index].isASCIIAlphanumeric { isDistinct = true }
                    index += 1
                }
                guard isDistinct, index - start >= minimum else { continue }
                let padding = text[index...].prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
                runs.append(Run(digits: start..<index, padding: padding, alphabet: alphabet))
            }
        }
        return runs
    }
}
