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

    private func quotedEnd(from start: Int, quote: UInt8, escape: UInt8) -> Int {
        var position = start
        while true {
            let byte = text[position]
            if byte == quote || byte == escape || byte == UInt8(ascii: "\n") || byte == 0 { return position }
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
        switch text[position + 1] {
        case UInt8(ascii: "x"): return try appendScalar(at: position, digits: 2)
        case UInt8(ascii: "u"): return try appendScalar(at: position, digits: 4)
        case UInt8(ascii: "U"): return try appendScalar(at: position, digits: 8)
        case let letter:
            guard let text = Self.escapes[letter] else {
                throw fault(
                    at: position + 1,
                    expected: "one of 0 a b t n v f r e \" / \\ N _ L P x u U, a space or a line end after a backslash")
            }
            scratch.append(contentsOf: text.utf8)
            return position + 2
        }
    }

    private static let escapes: [UInt8: String] = {
        let texts: [Unicode.Scalar: String] = [
            "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "\t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}",
            "r": "\r", "e": "\u{1B}", " ": " ", "\"": "\"", "/": "/", "\\": "\\", "N": "\u{85}", "_": "\u{A0}",
            "L": "\u{2028}", "P": "\u{2029}",
        ]
        return Dictionary(uniqueKeysWithValues: texts.map { (UInt8(ascii: $0.key), $0.value) })
    }()

    private mutating func appendScalar(at position: Int, digits: Int) throws(JSONSyntaxError) -> Int {
        var value = try hexadecimal(at: position + 2, digits: digits)
        var end = position + 2 + digits
        // Surrogate pairs, as in JSON, which is a subset of YAML.
        if digits == 4, text[end] == UInt8(ascii: "\\"), text[end + 1] == UInt8(ascii: "u"),
            UTF16.isLeadSurrogate(value), let pair = UTF16.scalar(value, try hexadecimal(at: end + 2, digits: 4))
        {
            value = pair
            end += 6
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
            guard let digit = text[position].hexadecimalValue else {
                throw fault(at: position, expected: "\(digits) hexadecimal digits")
            }
            value = value << 4 | digit
        }
        return value
    }
}
