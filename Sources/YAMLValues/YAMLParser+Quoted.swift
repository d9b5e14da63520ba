import JSONValues

extension YAMLParser {
    /// Parses a quoted scalar. In single quotes, a quote escapes a quote and a backslash is literal.
    mutating func quoted(_ quote: UInt8, indent: Int) throws(JSONSyntaxError) -> Scalar {
        let escape = quote == UInt8(ascii: "\"") ? UInt8(ascii: "\\") : quote
        let start = cursor
        let line = lineStart
        var position = quotedEnd(from: start + 1, quote: quote, escape: escape)
        if text[position] == quote, escape != quote || text[position + 1] != quote {
            cursor = position + 1
            return Scalar(start: start, range: (start + 1)..<position, style: .quoted)
        }
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: buffer[(start + 1)..<position])
        // White space before a line break is dropped unless it was escaped.
        var kept = 0
        while true {
            switch text[position] {
            case quote where escape == quote && text[position + 1] == quote:
                scratch.append(quote)
                position += 2
            case quote:
                cursor = position + 1
                return Scalar(
                    start: start, range: start..<cursor, style: .quoted, isInScratch: true,
                    isMultiline: line != lineStart)
            case escape where text[position + 1] == UInt8(ascii: "\n"):
                let peek = try nextQuotedLine(from: position + 1, indent: indent, start: start)
                scratch.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: peek.breaks - 1))
                kept = scratch.count
                position = peek.content
            case escape:
                position = try appendEscape(at: position)
                kept = scratch.count
            case UInt8(ascii: "\n"):
                position = try foldQuotedLine(from: position, keeping: kept, indent: indent, start: start)
                kept = scratch.count
            default: throw unterminated(start)
            }
            let end = quotedEnd(from: position, quote: quote, escape: escape)
            scratch.append(contentsOf: buffer[position..<end])
            position = end
        }
    }

    @inline(__always)
    private func quotedEnd(from start: Int, quote: UInt8, escape: UInt8) -> Int {
        var position = start
        while true {
            let word = ByteWord(text, position)
            let special = word.controls | word.equal(to: quote) | word.equal(to: escape)
            if special == 0 {
                position += 8
                continue
            }
            position += ByteWord.offset(of: special)
            if text[position] != UInt8(ascii: "\t") { return position }
            position += 1
        }
    }

    private func unterminated(_ start: Int) -> JSONSyntaxError {
        let begin = JSONSourcePosition(offset: start, in: buffer)
        return fault(at: count, expected: "the closing quote of the string that begins at \(begin)")
    }

    private mutating func foldQuotedLine(
        from position: Int, keeping kept: Int, indent: Int, start: Int
    ) throws(JSONSyntaxError) -> Int {
        while scratch.count > kept, let last = scratch.last, isSpace(last) { scratch.removeLast() }
        let peek = try nextQuotedLine(from: position, indent: indent, start: start)
        appendFold(peek.breaks)
        return peek.content
    }

    private mutating func nextQuotedLine(
        from lineEnd: Int, indent: Int, start: Int
    ) throws(JSONSyntaxError) -> LinePeek {
        let peek = peekLine(from: lineEnd)
        if peek.content >= count || peek.content == peek.lineStart && isMarker(at: peek.content) {
            throw unterminated(start)
        }
        guard peek.indentation > indent else {
            throw fault(at: peek.content, expected: "a line in quotes to be indented by more than \(indent) spaces")
        }
        lineStart = peek.lineStart
        return peek
    }

    // MARK: - Escapes

    /// Appends the character of the escape at `position` and returns the end of the escape.
    private mutating func appendEscape(at position: Int) throws(JSONSyntaxError) -> Int {
        let scalar: Unicode.Scalar
        switch text[position + 1] {
        case UInt8(ascii: "0"): scalar = "\u{0}"
        case UInt8(ascii: "a"): scalar = "\u{7}"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "t"), UInt8(ascii: "\t"): scalar = "\t"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "v"): scalar = "\u{B}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "e"): scalar = "\u{1B}"
        case UInt8(ascii: " "): scalar = " "
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "N"): scalar = "\u{85}"
        case UInt8(ascii: "_"): scalar = "\u{A0}"
        case UInt8(ascii: "L"): scalar = "\u{2028}"
        case UInt8(ascii: "P"): scalar = "\u{2029}"
        case UInt8(ascii: "x"): return try appendScalar(at: position, digits: 2)
        case UInt8(ascii: "u"): return try appendScalar(at: position, digits: 4)
        case UInt8(ascii: "U"): return try appendScalar(at: position, digits: 8)
        default:
            throw fault(
                at: position + 1,
                expected: "one of 0 a b t n v f r e \" / \\ N _ L P x u U, a space or a line end after a backslash")
        }
        scratch.append(contentsOf: String(scalar).utf8)
        return position + 2
    }

    private mutating func appendScalar(at position: Int, digits: Int) throws(JSONSyntaxError) -> Int {
        var value = try hexadecimal(at: position + 2, digits: digits)
        var end = position + 2 + digits
        // Surrogate pairs, as in JSON, which is a subset of YAML.
        if digits == 4, 0xD800..<0xDC00 ~= value, text[end] == UInt8(ascii: "\\"), text[end + 1] == UInt8(ascii: "u") {
            let low = try hexadecimal(at: end + 2, digits: 4)
            if 0xDC00..<0xE000 ~= low {
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                end += 6
            }
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw fault(at: position, "\(JSONSyntaxError.hexadecimal(value)) is not a character")
        }
        scratch.append(contentsOf: String(Character(scalar)).utf8)
        return end
    }

    private func hexadecimal(at start: Int, digits: Int) throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for position in start..<(start + digits) {
            guard text[position] < 0x80, let digit = Character(Unicode.Scalar(text[position])).hexDigitValue else {
                throw fault(at: position, expected: "\(digits) hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
