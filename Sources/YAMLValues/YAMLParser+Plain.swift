import JSONValues

extension YAMLParser {
    mutating func plain(indent: Int, isInFlow: Bool) throws(JSONSyntaxError) -> Scalar {
        let start = cursor
        let next = text[start + 1]
        if let fault = plainFault(next: isInFlow ? isFlowBlank(next) : isBlank(next)) { throw fault }
        var stop = plainEnd(from: start, isInFlow: isInFlow)
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
            stop = plainEnd(from: peek.content, isInFlow: isInFlow)
            cursor = trimmed(peek.content..<stop)
            scratch.append(contentsOf: buffer[peek.content..<cursor])
            guard text[stop] == UInt8(ascii: "\n") else { break }
            peek = peekLine(from: stop)
        } while goesOn(with: peek, indent: indent, isInFlow: isInFlow)
        return Scalar(start: start, range: start..<cursor, style: .plain, isInScratch: true, isMultiline: true)
    }

    private func goesOn(with peek: LinePeek, indent: Int, isInFlow: Bool) -> Bool {
        let (byte, next) = (text[peek.content], text[peek.content + 1])
        guard peek.content < count, peek.indentation > indent, byte != UInt8(ascii: "#"),
            peek.content > peek.lineStart || !isMarker(at: peek.content),
            byte != UInt8(ascii: ":") || !(isInFlow ? isFlowBlank(next) : isBlank(next))
        else { return false }
        return !isInFlow || !Self.isFlowIndicator(byte)
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

    @inline(__always)
    private func trimmed(_ range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, isSpace(text[end - 1]) { end -= 1 }
        return end
    }

    /// Returns the end of a plain scalar on this line: the line end, a comment, a key's colon or a flow indicator.
    private func plainEnd(from start: Int, isInFlow: Bool) -> Int {
        var position = start
        while true {
            let byte = text[position]
            switch byte {
            case UInt8(ascii: ":"):
                if isInFlow ? isFlowBlank(text[position + 1]) : isBlank(text[position + 1]) { return position }
            case UInt8(ascii: "#"): if position > start, isSpace(text[position - 1]) { return position }
            case UInt8(ascii: "\n"), 0: return position
            default: if isInFlow, Self.isFlowIndicator(byte) { return position }
            }
            position += 1
        }
    }
}
