/// A parser for ECMA-262 patterns with the `u` flag.
///
/// It also accepts escaped punctuation, a lone brace or bracket, and a hyphen next to a class (`[\w-.]`). Schemas use
/// this syntax, and browsers accept it without the flag.
struct PatternParser {
    let scalars: [Unicode.Scalar]
    var position = 0
    private var depth = 0
    private var groupCount = 0
    private var groups: [String: [Int]] = [:]
    /// The references to groups, which may follow.
    private var references: [(name: String, offset: Int)] = []

    struct Parsed {
        let syntax: PatternSyntax
        let groupCount: Int
        /// The numbers of the groups by their names, or by themselves as text.
        let groups: [String: [Int]]
        let hasBackreferences: Bool
    }

    private static let maximumDepth = 200
    private static let maximumRepetition = 1 << 30

    static func parse(_ source: String) throws(PatternError) -> Parsed {
        var parser = PatternParser(source)
        let syntax = try parser.alternatives()
        if parser.peek != nil { throw parser.fault("unmatched \")\"") }
        for (name, offset) in parser.references where parser.groups[name] == nil {
            throw PatternError(message: "there is no group \"\(name)\"", offset: offset)
        }
        return Parsed(
            syntax: syntax, groupCount: parser.groupCount, groups: parser.groups,
            hasBackreferences: !parser.references.isEmpty)
    }

    private init(_ source: String) { scalars = Array(source.unicodeScalars) }

    // MARK: - Structure

    private mutating func alternatives() throws(PatternError) -> PatternSyntax {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw fault("groups nest deeper than \(Self.maximumDepth)") }
        var parts = [try sequence()]
        while take("|") { parts.append(try sequence()) }
        return parts.count == 1 ? parts[0] : .alternatives(parts)
    }

    private mutating func sequence() throws(PatternError) -> PatternSyntax {
        var parts: [PatternSyntax] = []
        while let scalar = peek, scalar != "|", scalar != ")" { parts.append(try term()) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func term() throws(PatternError) -> PatternSyntax {
        let start = position
        let firstGroup = groupCount + 1
        let atom = try atom()
        guard let (minimum, maximum) = try quantifier() else { return atom }
        // A plain group may always be repeated.
        if Self.isAssertion(atom), !scalars[start...].starts(with: "(?:".unicodeScalars) {
            throw PatternError(message: "nothing to repeat", offset: start)
        }
        let isGreedy = !take("?")
        if peek == "*" || peek == "+" || peek == "?" { throw fault("nothing to repeat") }
        return .repetition(
            atom, minimum: minimum, maximum: maximum, isGreedy: isGreedy, groups: firstGroup..<(groupCount + 1))
    }

    private static func isAssertion(_ syntax: PatternSyntax) -> Bool {
        switch syntax {
        case .start, .end, .wordBoundary, .look: true
        case .scalars, .sequence, .alternatives, .group, .backreference, .repetition: false
        }
    }

    private mutating func quantifier() throws(PatternError) -> (minimum: Int, maximum: Int)? {
        if take("*") { return (0, .max) }
        if take("+") { return (1, .max) }
        if take("?") { return (0, 1) }
        let start = position
        guard take("{"), let minimum = number(), case let maximum = take(",") ? number() ?? .max : minimum, take("}")
        else {
            position = start
            return nil
        }
        if maximum < minimum { throw PatternError(message: "numbers out of order in a quantifier", offset: start) }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let scalar = peek, let digit = Self.digit(scalar) {
            value = min((value ?? 0) * 10 + digit, Self.maximumRepetition)
            position += 1
        }
        return value
    }

    private mutating func atom() throws(PatternError) -> PatternSyntax {
        guard let scalar = peek else { throw fault("unexpected end") }
        position += 1
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .scalars(.notLineEnd)
        case "(": return try group()
        case "[": return .scalars(try characterClass())
        case "\\": return try escape()
        case "*", "+", "?":
            position -= 1
            throw fault("nothing to repeat")
        default: return .scalars(ScalarSet(scalar.value))
        }
    }

    private mutating func group() throws(PatternError) -> PatternSyntax {
        let start = position - 1
        let looks = [("?=", true, false), ("?!", true, true), ("?<=", false, false), ("?<!", false, true)]
        for (prefix, isAhead, isNegated) in looks where take(prefix) {
            return .look(isAhead: isAhead, isNegated: isNegated, try groupContent(from: start))
        }
        if take("?:") { return try groupContent(from: start) }
        let name = take("?<") ? try groupName() : nil
        if name == nil, take("?") { throw fault("unknown kind of group") }
        groupCount += 1
        let number = groupCount
        for name in [name, String(number)].compactMap(\.self) { groups[name, default: []].append(number) }
        return .group(number: number, try groupContent(from: start))
    }

    private mutating func groupContent(from start: Int) throws(PatternError) -> PatternSyntax {
        let content = try alternatives()
        guard take(")") else { throw PatternError(message: "unclosed group", offset: start) }
        return content
    }

    private mutating func groupName() throws(PatternError) -> String {
        var name = String.UnicodeScalarView()
        while let scalar = peek, scalar != ">" {
            let isStart = scalar.properties.isIDStart || scalar == "$" || scalar == "_"
            guard isStart || !name.isEmpty && scalar.properties.isIDContinue else { throw fault("invalid group name") }
            name.append(scalar)
            position += 1
        }
        guard !name.isEmpty, take(">") else { throw fault("invalid group name") }
        return String(name)
    }

    // MARK: - Escapes

    private mutating func escape() throws(PatternError) -> PatternSyntax {
        guard let scalar = peek else { throw fault("a backslash at the end") }
        switch scalar {
        case "b", "B":
            position += 1
            return .wordBoundary(isNegated: scalar == "B")
        case "k":
            position += 1
            guard take("<") else { throw fault("expected a group name after \\k") }
            return reference(to: try groupName())
        case "1"..."9": return reference(to: String(number() ?? 0))
        default:
            if let set = try classEscape() { return .scalars(set) }
            return .scalars(ScalarSet(try scalarEscape()))
        }
    }

    private mutating func reference(to name: String) -> PatternSyntax {
        references.append((name, position))
        return .backreference(name)
    }

    /// Parses `\d`, `\p{…}` and the like. Returns nil if the escape denotes one scalar.
    mutating func classEscape() throws(PatternError) -> ScalarSet? {
        guard let scalar = peek else { return nil }
        if let set = Self.classes[scalar] {
            position += 1
            return set
        }
        guard scalar == "p" || scalar == "P" else { return nil }
        position += 1
        guard take("{") else { throw fault("expected \"{\" after \\\(scalar)") }
        let name = String(String.UnicodeScalarView(scalars[position...].prefix { $0 != "}" }))
        position += name.unicodeScalars.count
        guard take("}") else { throw fault("unclosed \\\(scalar){") }
        guard let property = UnicodeProperty.set(name) else { throw fault("unknown Unicode property \"\(name)\"") }
        return scalar == "p" ? property : property.negated
    }

    private static let classes: [Unicode.Scalar: ScalarSet] = [
        "d": .digits, "D": ScalarSet.digits.negated, "w": .word, "W": ScalarSet.word.negated, "s": .space,
        "S": ScalarSet.space.negated,
    ]

    private static let controls: [Unicode.Scalar: UInt32] = ["t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D]

    mutating func scalarEscape() throws(PatternError) -> UInt32 {
        guard let scalar = peek else { throw fault("a backslash at the end") }
        position += 1
        if let control = Self.controls[scalar] { return control }
        switch scalar {
        case "0":
            if peek.flatMap(Self.digit) != nil { throw fault("expected no digit after \\0") }
            return 0
        case "c":
            guard let letter = peek, letter.isASCII, letter.properties.isAlphabetic else {
                throw fault("expected a letter after \\c")
            }
            position += 1
            return letter.value % 32
        case "x": return try hexadecimal(digits: 2)
        case "u": return try unicodeEscape()
        default:
            let isWord = ScalarSet.word.contains(scalar.value) && scalar != "_"
            guard scalar.isASCII, !isWord else { throw fault("invalid escape \\\(scalar)") }
            return scalar.value
        }
    }

    private mutating func unicodeEscape() throws(PatternError) -> UInt32 {
        if take("{") {
            var value: UInt32 = 0
            var digits = 0
            while let scalar = peek, let digit = Self.hexadecimalDigit(scalar), value <= 0x10FFFF {
                value = value << 4 | digit
                digits += 1
                position += 1
            }
            guard digits > 0, value <= 0x10FFFF, take("}") else { throw fault("invalid \\u{…}") }
            return value
        }
        let value = try hexadecimal(digits: 4)
        let start = position
        if UTF16.isLeadSurrogate(value), take("\\u"), peek != "{",
            let pair = UTF16.scalar(value, try hexadecimal(digits: 4))
        {
            return pair
        }
        position = start
        return value
    }

    private mutating func hexadecimal(digits: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let scalar = peek, let digit = Self.hexadecimalDigit(scalar) else {
                throw fault("expected \(digits) hexadecimal digits")
            }
            value = value << 4 | digit
            position += 1
        }
        return value
    }

    // MARK: - Scalars

    var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func take(_ text: String) -> Bool {
        guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
        position += text.unicodeScalars.count
        return true
    }

    func fault(_ message: String) -> PatternError { PatternError(message: message, offset: position) }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        0x30...0x39 ~= scalar.value ? Int(scalar.value - 0x30) : nil
    }

    private static func hexadecimalDigit(_ scalar: Unicode.Scalar) -> UInt32? {
        scalar.isASCII ? UInt8(scalar.value).hexadecimalValue : nil
    }
}

extension PatternParser {
    mutating func characterClass() throws(PatternError) -> ScalarSet {
        let start = position - 1
        let isNegated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var properties: [ScalarSet.Property] = []
        while true {
            guard let scalar = peek else { throw PatternError(message: "unclosed class", offset: start) }
            if scalar == "]" {
                position += 1
                return ScalarSet(ranges: ranges, properties: properties, isNegated: isNegated)
            }
            let memberStart = position
            guard let low = try member(&ranges, &properties) else { continue }
            guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                ranges.append(low...low)
                continue
            }
            position += 1
            guard let high = try member(&ranges, &properties) else {
                ranges += [low...low, 0x2D...0x2D]
                continue
            }
            guard low <= high else { throw PatternError(message: "range out of order", offset: memberStart) }
            ranges.append(low...high)
        }
    }

    /// Parses one scalar of a class. Adds an escape for several scalars to the class and returns nil.
    private mutating func member(
        _ ranges: inout [ClosedRange<UInt32>], _ properties: inout [ScalarSet.Property]
    ) throws(PatternError) -> UInt32? {
        guard let scalar = peek else { throw fault("unclosed class") }
        position += 1
        guard scalar == "\\" else { return scalar.value }
        if take("b") { return 0x08 }
        if take("-") { return 0x2D }
        guard let set = try classEscape() else { return try scalarEscape() }
        if !set.isNegated, set.properties.isEmpty {
            ranges += set.ranges
        } else {
            properties.append { set.contains($0.value) }
        }
        return nil
    }
}
