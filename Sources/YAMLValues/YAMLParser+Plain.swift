import JSONValues

extension YAMLParser {
    mutating func plain(indent: Int) throws(JSONSyntaxError) -> Scalar { try plain(indent: indent, isInFlow: false) }

    mutating func flowPlain(indent: Int) throws(JSONSyntaxError) -> Scalar { try plain(indent: indent, isInFlow: true) }

    @inline(__always)
    private mutating func plain(indent: Int, isInFlow: Bool) throws(JSONSyntaxError) -> Scalar {
        let start = cursor
        let next = text[start + 1]
        if let fault = plainFault(next: isInFlow ? isFlowBlank(next) : isBlank(next)) { throw fault }
        var stop = isInFlow ? flowPlainEnd(from: start) : plainEnd(from: start)
        cursor = trimmed(start..<stop)
        // A key cannot continue on the next line.
        guard text[stop] == UInt8(ascii: "\n") else {
            return Scalar(start: start, range: start..<cursor, style: .plain)
        }
        var peek = peekLine(from: stop)
        guard goesOn(with: peek, indent: indent, isInFlow: isInFlow) else {
            return Scalar(start: start, range: start..<cursor, style: .plain)
        }
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: buffer[start..<cursor])
        repeat {
            appendFold(peek.breaks)
            lineStart = peek.lineStart
            stop = isInFlow ? flowPlainEnd(from: peek.content) : plainEnd(from: peek.content)
            cursor = trimmed(peek.content..<stop)
            scratch.append(contentsOf: buffer[peek.content..<cursor])
            guard text[stop] == UInt8(ascii: "\n") else { break }
            peek = peekLine(from: stop)
        } while goesOn(with: peek, indent: indent, isInFlow: isInFlow)
        return Scalar(start: start, range: start..<cursor, style: .plain, isInScratch: true, isMultiline: true)
    }

    @inline(__always)
    private func goesOn(with peek: LinePeek, indent: Int, isInFlow: Bool) -> Bool {
        isInFlow
            ? continuesFlow(peek, indent: indent) : continues(peek, indent: indent) && !isKeyIndicator(peek.content)
    }

    /// Appends a space for one line break, or a newline for each blank line.
    mutating func appendFold(_ breaks: Int) {
        if breaks == 1 {
            scratch.append(UInt8(ascii: " "))
        } else {
            scratch.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks - 1))
        }
    }

    /// Returns the error if the byte at the cursor cannot start a plain scalar.
    private func plainFault(next isFollowedByBlank: Bool) -> JSONSyntaxError? {
        switch text[cursor] {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): isFollowedByBlank ? expected("a value") : nil
        case UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: ">"),
            UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#"):
            expected("a value (a string that begins with this must be quoted)")
        default: nil
        }
    }

    private func continues(_ peek: LinePeek, indent: Int) -> Bool {
        guard peek.content < count, peek.indentation > indent, text[peek.content] != UInt8(ascii: "#") else {
            return false
        }
        return peek.content > peek.lineStart || !isMarker(at: peek.content)
    }

    private func isKeyIndicator(_ position: Int) -> Bool {
        text[position] == UInt8(ascii: ":") && isBlank(text[position + 1])
    }

    private func continuesFlow(_ peek: LinePeek, indent: Int) -> Bool {
        guard continues(peek, indent: indent), !Self.isFlowIndicator(text[peek.content]) else { return false }
        return text[peek.content] != UInt8(ascii: ":") || !isFlowBlank(text[peek.content + 1])
    }

    @inline(__always)
    private func trimmed(_ range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, isSpace(text[end - 1]) { end -= 1 }
        return end
    }

    /// Returns the end of a plain scalar on this line: the line end, a comment or a key's colon.
    @inline(__always)
    private func plainEnd(from start: Int) -> Int {
        var position = start
        while true {
            let word = ByteWord(text, position)
            let special = word.controls | word.equal(to: UInt8(ascii: ":")) | word.equal(to: UInt8(ascii: "#"))
            if special == 0 {
                position += 8
                continue
            }
            position += ByteWord.offset(of: special)
            switch text[position] {
            case UInt8(ascii: ":"): if isBlank(text[position + 1]) { return position }
            case UInt8(ascii: "#"): if position > start, isSpace(text[position - 1]) { return position }
            case UInt8(ascii: "\t"): break
            default: return position
            }
            position += 1
        }
    }

    private func flowPlainEnd(from start: Int) -> Int {
        var position = start
        while true {
            switch text[position] {
            case UInt8(ascii: ":"): if isFlowBlank(text[position + 1]) { return position }
            case UInt8(ascii: "#"): if position > start, isSpace(text[position - 1]) { return position }
            case UInt8(ascii: "\n"), 0, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
                UInt8(ascii: "}"):
                return position
            default: break
            }
            position += 1
        }
    }
}
